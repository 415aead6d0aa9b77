# Writes OUTPUT, a C string with the SHA-256 of FILE.
file(SHA256 ${FILE} digest)
file(WRITE ${OUTPUT} "\"${digest}\"\n")
