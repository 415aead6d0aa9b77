# generator/catalogue/operations.inc, made where limbsmith is built: a line for each file of whole/ and field/, the
# function that gives its operation.
file(GLOB operations RELATIVE ${PROJECT_SOURCE_DIR}/generator/catalogue CONFIGURE_DEPENDS
     generator/catalogue/whole/*.cpp generator/catalogue/field/*.cpp)
set(lines)
foreach(operation IN LISTS operations)
    string(REPLACE "/" "_" name ${operation})
    string(REGEX REPLACE "\\.cpp$" "" name ${name})
    string(APPEND lines "LIMBSMITH_OPERATION(${name})\n")
endforeach()
set(catalogue_folder ${PROJECT_BINARY_DIR}/catalogue)
file(WRITE ${catalogue_folder}/operations.inc.new "${lines}")
file(COPY_FILE ${catalogue_folder}/operations.inc.new ${catalogue_folder}/operations.inc ONLY_IF_DIFFERENT)
set_source_files_properties(generator/catalogue/catalogue.cpp PROPERTIES INCLUDE_DIRECTORIES ${catalogue_folder}
                            OBJECT_DEPENDS ${catalogue_folder}/operations.inc SKIP_UNITY_BUILD_INCLUSION ON)
