# The list of the tables of operations, made where limbsmith is built.

# limbsmith_table(OUTPUT FOLDER...): writes a line for each file of the folders, which has rows of the table of operations.
function(limbsmith_table output)
    set(lines)
    foreach(folder IN LISTS ARGN)
        file(GLOB tables RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/*.cpp)
        foreach(table IN LISTS tables)
            string(REGEX REPLACE "\\.cpp$" "" name ${table})
            string(APPEND lines "LIMBSMITH_TABLE(${name})\n")
        endforeach()
    endforeach()
    file(WRITE ${output}.new "${lines}")
    file(COPY_FILE ${output}.new ${output} ONLY_IF_DIFFERENT)
endfunction()

set(table_folder ${PROJECT_BINARY_DIR}/operation)
limbsmith_table(${table_folder}/table.inc ${PROJECT_SOURCE_DIR}/runtime/operation/table)
set_source_files_properties(runtime/operation/number_system.cpp PROPERTIES INCLUDE_DIRECTORIES ${table_folder}
                            OBJECT_DEPENDS ${table_folder}/table.inc SKIP_UNITY_BUILD_INCLUSION ON)
