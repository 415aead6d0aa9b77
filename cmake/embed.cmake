# Writes OUTPUT, a line {"NAME", "TEXT"}, of C++ for each NAME=FILE of RESOURCES. A name has no =.
set(table)
foreach(resource IN LISTS RESOURCES)
    string(REGEX MATCH "^([^=]*)=(.*)$" pair "${resource}")
    file(READ ${CMAKE_MATCH_2} text)
    string(APPEND table "{\"${CMAKE_MATCH_1}\", R\"limbsmith(${text})limbsmith\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${table}")
