# Sources of a folder are compiled together, which takes a third of the time: what they include is read, and templates are
# instantiated, once. A change to one of them then compiles its folder; for work on the generator the preset
# incremental is quicker (LIMBSMITH_PRESET=incremental ./dev build).
option(LIMBSMITH_UNITY "Compile the sources of a folder together" ON)

# limbsmith_unity(TARGET [NAME...]): those of the target, large folders in parts, so that several processors have something to
# do. What is named is compiled alone, because helpers of it are called as others of its folder are.
function(limbsmith_unity target)
    if(NOT LIMBSMITH_UNITY)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    set(most 20)
    set(last)
    foreach(source IN LISTS sources)
        get_filename_component(name ${source} NAME_WE)
        get_filename_component(folder ${source} DIRECTORY)
        get_filename_component(folder "${folder}" NAME)
        if(NOT name IN_LIST ARGN)
            if(NOT "${folder}" STREQUAL "${last}")
                set(last "${folder}")
                set(count 0)
            endif()
            math(EXPR part "${count} / ${most}")
            math(EXPR count "${count} + 1")
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${folder}${part}")
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
