# limbsmith_generate: generated arithmetic as a library of a project.
#
#     limbsmith_generate(TARGET fields NAME fe25519 MODULUS "2^255-19"
#                        [OPS add mul ...] [KERNELS add mul ...] [OPTIONS --power e=65537 ...])
#     limbsmith_generate(TARGET fields NAME u131 BITS 131 ...)
#     target_link_libraries(program PRIVATE fields)
#
# The generator runs when the project is built, and again when it changes. TARGET is an INTERFACE library with NAME.cuh;
# several calls may add to one TARGET. OPS are the operations of the header (default: all); OPTIONS are passed to
# `limbsmith generate`. MODULUS runtime needs BITS, too.
#
# With KERNELS, the TARGET also has limbsmith::batch and, if the project has enabled the language CUDA, kernels for
# these operations, compiled ahead of time for CMAKE_CUDA_ARCHITECTURES: limbsmith::apply finds them from sources that
# another compiler than nvcc compiles. They are linked as an object file, which no linker drops. Without CUDA the same
# calls run on the host.
#
# The generator is limbsmith::limbsmith: the one that find_package(limbsmith) found; or one that is built with the
# project from limbsmith's sources; or the program that LIMBSMITH_GENERATOR names:
#     cmake -DLIMBSMITH_GENERATOR=/usr/local/bin/limbsmith

# The command that makes `file` by `limbsmith generate` with further arguments.
function(limbsmith_generated_file file)
    add_custom_command(OUTPUT ${file}
                       COMMAND $<TARGET_FILE:limbsmith::limbsmith> generate ${ARGN} -o ${file}
                       DEPENDS $<TARGET_FILE:limbsmith::limbsmith>
                       COMMENT "Generating ${file}"
                       VERBATIM)
endfunction()

function(limbsmith_generate)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;NAME;MODULUS;BITS" "OPS;KERNELS;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "limbsmith_generate: cannot read: ${arg_UNPARSED_ARGUMENTS} ${arg_KEYWORDS_MISSING_VALUES}")
    endif()
    if(NOT arg_TARGET OR NOT arg_NAME OR NOT (arg_MODULUS OR arg_BITS))
        message(FATAL_ERROR "limbsmith_generate needs TARGET, NAME, and MODULUS or BITS")
    endif()

    set(folder ${CMAKE_CURRENT_BINARY_DIR}/limbsmith/${arg_TARGET})
    set(header ${folder}/${arg_NAME}.cuh)
    file(MAKE_DIRECTORY ${folder})
    set(what --name ${arg_NAME} ${arg_OPTIONS})
    if(arg_MODULUS)
        list(APPEND what --modulus ${arg_MODULUS})
    endif()
    if(arg_BITS)
        list(APPEND what --bits ${arg_BITS})
    endif()
    set(ops)
    if(arg_OPS)
        list(JOIN arg_OPS "," ops)
        set(ops --ops ${ops})
    endif()
    limbsmith_generated_file(${header} ${what} ${ops})
    add_custom_target(${arg_TARGET}-${arg_NAME} DEPENDS ${header})

    if(NOT TARGET ${arg_TARGET})
        add_library(${arg_TARGET} INTERFACE)
        target_include_directories(${arg_TARGET} INTERFACE ${folder})
    endif()
    add_dependencies(${arg_TARGET} ${arg_TARGET}-${arg_NAME})
    if(arg_KERNELS)
        target_link_libraries(${arg_TARGET} INTERFACE limbsmith::batch)
        get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
        if("CUDA" IN_LIST languages)
            list(JOIN arg_KERNELS "," kernels)
            limbsmith_generated_file(${folder}/${arg_NAME}_kernels.cu ${what} --ops ${kernels} --kernels batch)
            limbsmith_add_kernels(${arg_TARGET} ${arg_NAME} ${folder})
        endif()
    endif()
endfunction()

# The object of NAME_kernels.cu in `folder`, and CUDA's runtime, for every user of TARGET.
function(limbsmith_add_kernels target name folder)
    find_package(CUDAToolkit REQUIRED)
    set(kernels ${target}-${name}-kernels)
    add_library(${kernels} OBJECT ${folder}/${name}_kernels.cu)
    add_dependencies(${kernels} ${target}-${name})
    target_include_directories(${kernels} PRIVATE ${folder})
    target_compile_features(${kernels} PRIVATE cuda_std_17)
    target_link_libraries(${kernels} PRIVATE limbsmith::batch)
    set_target_properties(${kernels} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${target} INTERFACE $<TARGET_OBJECTS:${kernels}> CUDA::cudart_static)
    # Lambdas in users' .cu sources must run on the device as well.
    target_compile_options(${target} INTERFACE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--extended-lambda
                                               -Werror=cross-execution-space-call>)
endfunction()
