# Manual pages and completions for bash, zsh and fish, made from the texts of --help; not without Python.
find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_Interpreter_FOUND)
    return()
endif()
set(manuals ${PROJECT_BINARY_DIR}/manuals)
add_custom_command(OUTPUT ${manuals}/made
                   COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/cmake/manuals.py $<TARGET_FILE:limbsmith> ${manuals}
                   COMMAND ${CMAKE_COMMAND} -E touch ${manuals}/made
                   DEPENDS limbsmith cmake/manuals.py VERBATIM)
add_custom_target(limbsmith-manuals ALL DEPENDS ${manuals}/made)
install(DIRECTORY ${manuals}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${manuals}/limbsmith DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
foreach(folder site-functions vendor-completions)  # in /usr Debian's zsh looks in the second one alone
    install(FILES ${manuals}/_limbsmith DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${folder})
endforeach()
install(FILES ${manuals}/limbsmith.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
