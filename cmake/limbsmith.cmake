# limbsmith_generate: generated arithmetic as a library of a project. limbsmith_check_header: a test that it is as proved.
cmake_policy(PUSH)
cmake_policy(VERSION 3.22)  # of the functions, whatever the project has

#
#     limbsmith_generate(TARGET fields NAME fe25519 MODULUS "2^255-19"
#                        [OPS add mul ...] [KERNELS add mul ...] [OPTIONS --power e=65537 ...])
#     limbsmith_generate(TARGET fields NAME u131 BITS 131 ...)
#     limbsmith_generate(TARGET fields NAME decimal RADIX 10^9 DIGITS 32 [DIGIT_BOUND D] ...)
#     target_link_libraries(program PRIVATE fields)
#
# The generator runs when the project is built, and again when it changes. TARGET is an INTERFACE library with NAME.cuh;
# several calls, of several directories, may add to one TARGET, or to another library. NAME may be a::b, whose header is
# a_b.cuh. OPS are the operations of the header (default: all); OPTIONS are passed to
# `limbsmith generate`. MODULUS runtime needs BITS, too.
#
# With KERNELS, the TARGET also has limbsmith::batch and, if the project has enabled the language CUDA, kernels for
# these operations, compiled ahead of time for CMAKE_CUDA_ARCHITECTURES: limbsmith::apply finds them from sources that
# another compiler than nvcc compiles. They are linked as an object file, which no linker drops. Without CUDA the same
# calls run on the host.
#
# The generator is limbsmith::generator: the one that find_package(limbsmith) found; or one that is built with the
# project from limbsmith's sources; or the program that LIMBSMITH_GENERATOR names:
#     cmake -DLIMBSMITH_GENERATOR=/usr/local/bin/limbsmith

# The command that makes `file` by `limbsmith generate` with further arguments.
function(limbsmith_generated_file file)
    add_custom_command(OUTPUT ${file}
                       COMMAND $<TARGET_FILE:limbsmith::generator> generate ${ARGN} -o ${file}
                       DEPENDS $<TARGET_FILE:limbsmith::generator>
                       COMMENT "Generating ${file}"
                       VERBATIM)
endfunction()

function(limbsmith_generate)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;NAME;MODULUS;BITS;RADIX;DIGITS;DIGIT_BOUND" "OPS;KERNELS;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "limbsmith_generate: cannot read: ${arg_UNPARSED_ARGUMENTS} ${arg_KEYWORDS_MISSING_VALUES}")
    endif()
    if(NOT arg_TARGET OR NOT arg_NAME OR NOT (arg_MODULUS OR arg_BITS OR (arg_RADIX AND arg_DIGITS)))
        message(FATAL_ERROR "limbsmith_generate needs TARGET, NAME, and MODULUS, BITS, or RADIX and DIGITS")
    endif()

    string(REPLACE "::" "_" stem ${arg_NAME})
    if(TARGET ${arg_TARGET}-${stem})
        message(FATAL_ERROR "limbsmith_generate: ${arg_TARGET} has a header ${stem}.cuh already; take another NAME")
    endif()
    set(domain whole)
    if(arg_MODULUS)
        set(domain field)
    elseif(arg_RADIX)
        set(domain digits)
    endif()
    limbsmith_check_kernels(${domain} "${arg_OPS}" "${arg_KERNELS}")

    set(folder ${CMAKE_CURRENT_BINARY_DIR}/limbsmith/${arg_TARGET})
    set(header ${folder}/${stem}.cuh)
    file(MAKE_DIRECTORY ${folder})
    set(what --name ${arg_NAME} ${arg_OPTIONS})
    if(arg_MODULUS)
        list(APPEND what --modulus ${arg_MODULUS})
    endif()
    if(arg_BITS)
        list(APPEND what --bits ${arg_BITS})
    endif()
    foreach(option RADIX DIGITS DIGIT_BOUND)
        if(arg_${option})
            string(TOLOWER --${option} name)
            string(REPLACE "_" "-" name ${name})
            list(APPEND what ${name} ${arg_${option}})
        endif()
    endforeach()
    set(ops)
    if(arg_OPS)
        list(JOIN arg_OPS "," ops)
        set(ops --ops ${ops})
    endif()
    limbsmith_generated_file(${header} ${what} ${ops})
    add_custom_target(${arg_TARGET}-${stem} DEPENDS ${header})

    if(NOT TARGET ${arg_TARGET})
        add_library(${arg_TARGET} INTERFACE)
    endif()
    get_target_property(type ${arg_TARGET} TYPE)
    set(scope PUBLIC)
    if(type STREQUAL "INTERFACE_LIBRARY")
        set(scope INTERFACE)
    endif()
    target_include_directories(${arg_TARGET} ${scope} $<BUILD_INTERFACE:${folder}>)
    add_dependencies(${arg_TARGET} ${arg_TARGET}-${stem})
    set_property(TARGET ${arg_TARGET} APPEND PROPERTY LIMBSMITH_GENERATED ${header})
    if(arg_KERNELS)
        target_link_libraries(${arg_TARGET} ${scope} limbsmith::batch)
        get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
        if("CUDA" IN_LIST languages)
            list(JOIN arg_KERNELS "," kernels)
            limbsmith_generated_file(${folder}/${stem}_kernels.cu ${what} --ops ${kernels} --kernels batch)
            limbsmith_add_kernels(${arg_TARGET} ${scope} ${stem} ${folder})
        endif()
    endif()
endfunction()

# Refuses kernels of operations that the header does not have, or that limbsmith does not know.
function(limbsmith_check_kernels domain ops kernels)
    get_property(operations GLOBAL PROPERTY limbsmith_operations_${domain})
    string(REPLACE "," ";" ops "${ops}")
    string(REPLACE "," ";" kernels "${kernels}")
    foreach(kernel IN LISTS kernels)
        if(ops AND NOT "all" IN_LIST ops AND NOT kernel IN_LIST ops)
            list(JOIN ops " " ops)
            message(FATAL_ERROR "limbsmith_generate: KERNELS has ${kernel}, which is not among the OPS: ${ops}")
        endif()
        if(NOT kernel IN_LIST operations AND NOT kernel STREQUAL "all")
            list(JOIN operations " " known)
            message(FATAL_ERROR "limbsmith_generate: KERNELS has ${kernel}, which is no operation; they are ${known}")
        endif()
    endforeach()
endfunction()

# The object of NAME_kernels.cu in `folder`, and CUDA's runtime, for every user of TARGET.
function(limbsmith_add_kernels target scope name folder)
    find_package(CUDAToolkit REQUIRED)
    set(kernels ${target}-${name}-kernels)
    add_library(${kernels} OBJECT ${folder}/${name}_kernels.cu)
    add_dependencies(${kernels} ${target}-${name})
    target_include_directories(${kernels} PRIVATE ${folder})
    target_compile_features(${kernels} PRIVATE cuda_std_17)
    target_link_libraries(${kernels} PRIVATE limbsmith::batch)
    set_target_properties(${kernels} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${target} ${scope} $<TARGET_OBJECTS:${kernels}> CUDA::cudart_static)
    # Lambdas in users' .cu sources must run on the device as well.
    target_compile_options(${target} ${scope} $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--extended-lambda
                                               -Werror=cross-execution-space-call>)
endfunction()

#
#     limbsmith_check_header(fields)
#
# A test for CTest of each header of the target, named check-header.fields.fe25519.cuh: `limbsmith check-header` proves the code that the
# header's first lines ask for, and compares every token with it. The headers are those that limbsmith_generate has added so far,
# which `all` builds from here on, and those among the sources of the target that say they were generated by limbsmith.
function(limbsmith_check_header target)
    if(ARGN)
        message(FATAL_ERROR "limbsmith_check_header takes one target; headers from elsewhere belong to its sources")
    endif()
    if(NOT TARGET ${target})
        message(FATAL_ERROR "limbsmith_check_header: there is no target ${target}")
    endif()
    limbsmith_require_check_header()
    get_property(generated TARGET ${target} PROPERTY LIMBSMITH_GENERATED)
    foreach(header IN LISTS generated)
        get_filename_component(name ${header} NAME)
        get_filename_component(stem ${header} NAME_WE)
        set_target_properties(${target}-${stem} PROPERTIES EXCLUDE_FROM_ALL FALSE)
        limbsmith_add_header_test(check-header.${target}.${name} ${header})
    endforeach()
    limbsmith_delivered_headers(delivered ${target})
    foreach(header IN LISTS delivered)
        file(RELATIVE_PATH name ${CMAKE_CURRENT_SOURCE_DIR} ${header})
        limbsmith_add_header_test(check-header.${target}.${name} ${header})
    endforeach()
    if(NOT generated AND NOT delivered)
        message(FATAL_ERROR "limbsmith_check_header: ${target} has no header that limbsmith generated")
    endif()
endfunction()

function(limbsmith_add_header_test name header)
    add_test(NAME ${name} COMMAND $<TARGET_FILE:limbsmith::generator> check-header ${header})
endfunction()

# Sets `result` to the files among the sources of the target that say they were generated by limbsmith.
function(limbsmith_delivered_headers result target)
    get_target_property(folder ${target} SOURCE_DIR)
    set(found)
    foreach(property SOURCES INTERFACE_SOURCES)
        get_property(sources TARGET ${target} PROPERTY ${property})
        foreach(source IN LISTS sources)
            get_filename_component(file "${source}" ABSOLUTE BASE_DIR ${folder})
            if(source MATCHES "[.](cuh|cu|h|hpp)$" AND EXISTS ${file})
                file(STRINGS ${file} lines LIMIT_INPUT 16384 LIMIT_COUNT 1 REGEX "Generated by limbsmith")
                if(lines)
                    list(APPEND found ${file})
                endif()
            endif()
        endforeach()
    endforeach()
    set(${result} ${found} PARENT_SCOPE)
endfunction()

# Refuses a generator that has `generate` alone: one that is built with the project, or was built so elsewhere.
function(limbsmith_require_check_header)
    get_target_property(is_imported limbsmith::generator IMPORTED)
    set(status 0)
    set(lacks FALSE)
    if(is_imported)
        get_target_property(program limbsmith::generator IMPORTED_LOCATION)
        execute_process(COMMAND ${program} check-header --help RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    else()
        get_target_property(program limbsmith::generator NAME)
        get_target_property(lacks limbsmith::generator LIMBSMITH_ONLY_GENERATE)
    endif()
    if(lacks OR NOT status EQUAL 0)
        message(FATAL_ERROR "limbsmith_check_header: the program ${program} lacks the command check-header: it was built to "
                            "generate only, as a part of another project. Install limbsmith, and take it by "
                            "find_package(limbsmith) or -DLIMBSMITH_GENERATOR=<prefix>/bin/limbsmith")
    endif()
endfunction()

cmake_policy(POP)
