# The lists of the tables of operations and of mappings, made where limbsmith is built.

# limbsmith_table(OUTPUT FOLDER...): writes a line for each file of the folders, which has rows of the table.
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

# limbsmith_reads_table(SOURCE INDEX): the source of this name, in the calling folder, includes the index.
function(limbsmith_reads_table source index)
    cmake_path(GET index PARENT_PATH folder)
    set_source_files_properties(${source} PROPERTIES INCLUDE_DIRECTORIES ${folder} OBJECT_DEPENDS ${index}
                                SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()

set(table_folder ${PROJECT_BINARY_DIR}/operation)
limbsmith_table(${table_folder}/table.inc ${PROJECT_SOURCE_DIR}/runtime/operation/table)
limbsmith_table(${table_folder}/mappings.inc ${PROJECT_SOURCE_DIR}/runtime/operation/mapping)
limbsmith_reads_table(runtime/operation/number_system.cpp ${table_folder}/table.inc)
limbsmith_reads_table(runtime/operation/mapping.cpp ${table_folder}/mappings.inc)
