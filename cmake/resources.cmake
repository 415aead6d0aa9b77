# Files embedded in the program: generator/resource/resources.inc, a table of names and texts.
#
# Templates are embedded as data that templates/compile.py makes with Jinja2. A development build has Jinja2 and embeds
# the current templates. Other builds use templates/compiled, the same data as committed (./dev generate writes it, a
# test compares), and need neither Jinja2 nor Python.

set(resources)       # NAME=FILE
set(resource_files)
macro(limbsmith_resources folder)
    foreach(file ${ARGN})
        get_filename_component(name ${file} NAME)
        list(APPEND resources "${folder}/${name}=${file}")
        list(APPEND resource_files ${file})
    endforeach()
endmacro()

if(LIMBSMITH_DEVELOP)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(compiled_templates)
    file(GLOB templates RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS templates/*.j2)
    list(FILTER templates EXCLUDE REGEX "^templates/report")  # filled by report.py
    foreach(template IN LISTS templates)
        get_filename_component(name ${template} NAME)
        set(compiled ${PROJECT_BINARY_DIR}/templates/${name}.json)
        add_custom_command(OUTPUT ${compiled}
                           COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/templates/compile.py ${PROJECT_SOURCE_DIR}/${template}
                                   ${compiled}
                           DEPENDS ${template} templates/compile.py VERBATIM)
        list(APPEND compiled_templates ${compiled})
    endforeach()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/templates)
    # of templates that are no more
    file(GLOB stale ${PROJECT_BINARY_DIR}/templates/*.json)
    list(REMOVE_ITEM stale ${compiled_templates})
    if(stale)
        file(REMOVE ${stale})
    endif()
else()
    file(GLOB compiled_templates CONFIGURE_DEPENDS templates/compiled/*.json)
endif()
limbsmith_resources(templates ${compiled_templates})
file(GLOB report CONFIGURE_DEPENDS templates/report*)
limbsmith_resources(report ${report})
file(GLOB public CONFIGURE_DEPENDS runtime/include/limbsmith/*.hpp)
limbsmith_resources(limbsmith ${public})
file(GLOB kernels CONFIGURE_DEPENDS bench/kernels/*)
limbsmith_resources(bench/kernels ${kernels})
limbsmith_resources(session ${PROJECT_SOURCE_DIR}/session/take.cu ${PROJECT_SOURCE_DIR}/session/take_layout.hpp)

set(resource_folder ${PROJECT_BINARY_DIR}/resources)
add_custom_command(OUTPUT ${resource_folder}/resources.inc
                   COMMAND ${CMAKE_COMMAND} "-DRESOURCES=${resources}" -DOUTPUT=${resource_folder}/resources.inc
                           -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
                   DEPENDS ${resource_files} cmake/embed.cmake VERBATIM)
target_sources(limbsmith-generator PRIVATE ${resource_folder}/resources.inc)
set_source_files_properties(generator/resource/resource.cpp PROPERTIES INCLUDE_DIRECTORIES ${resource_folder})
