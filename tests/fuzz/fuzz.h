/* fuzz.h: what every fuzz target has: the entry that libFuzzer calls, and a condition that must hold of any input. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MUST(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition), abort();                           \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
