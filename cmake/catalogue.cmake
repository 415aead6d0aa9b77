# The list of operations, made where limbsmith is built.

# limbsmith_operations(OUTPUT FOLDER...): writes a line for each file in whole/, field/ and digits/ of the folders, the function
# that gives its operation.
function(limbsmith_operations output)
    set(lines)
    foreach(folder IN LISTS ARGN)
        file(GLOB operations RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/whole/*.cpp ${folder}/field/*.cpp
             ${folder}/digits/*.cpp)
        foreach(operation IN LISTS operations)
            string(REPLACE "/" "_" name ${operation})
            string(REGEX REPLACE "\\.cpp$" "" name ${name})
            string(APPEND lines "LIMBSMITH_OPERATION(${name})\n")
        endforeach()
    endforeach()
    file(WRITE ${output}.new "${lines}")
    file(COPY_FILE ${output}.new ${output} ONLY_IF_DIFFERENT)
endfunction()

set(catalogue_folder ${PROJECT_BINARY_DIR}/catalogue)
limbsmith_operations(${catalogue_folder}/operations.inc ${PROJECT_SOURCE_DIR}/generator/catalogue)
set_source_files_properties(generator/catalogue/catalogue.cpp PROPERTIES INCLUDE_DIRECTORIES ${catalogue_folder}
                            OBJECT_DEPENDS ${catalogue_folder}/operations.inc SKIP_UNITY_BUILD_INCLUSION ON)
