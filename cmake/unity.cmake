# Compiles the sources of a folder together, which takes a third of the time: headers are read and templates are
# instantiated once. A change to one source then compiles its folder; for work on the generator the preset incremental
# is quicker (LIMBSMITH_PRESET=incremental ./dev build).
option(LIMBSMITH_UNITY "Compile the sources of a folder together" ON)

# limbsmith_unity(TARGET [NAME...]): applies to the sources of the target; large folders are divided, so that several
# processors are busy. Named sources are compiled alone, because their helpers have the same names as others of the
# folder.
function(limbsmith_unity target)
    if(NOT LIMBSMITH_UNITY)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    set(most 12)
    set(last)
    set(count 0)
    foreach(source IN LISTS sources)
        get_filename_component(name ${source} NAME_WE)
        get_filename_component(folder ${source} DIRECTORY)
        string(REPLACE "${PROJECT_SOURCE_DIR}/" "" folder "${folder}")
        string(MAKE_C_IDENTIFIER "${folder}" folder)
        if(NOT name IN_LIST ARGN)
            if(NOT "${folder}" STREQUAL "${last}")
                set(last "${folder}")
                set(count 0)
            endif()
            math(EXPR part "${count} / ${most}")
            math(EXPR count "${count} + 1")
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${folder}_${part}")
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
