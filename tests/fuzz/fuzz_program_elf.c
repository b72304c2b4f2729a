/*
 * Any bytes as a compiled program: sections lie in the file, and the callers of a hook in .text.
 * sources: BUILD/runner/libridge-exec-core.a BUILD/runner/libridge-base.a -ljansson -lsodium -lm
 */
#define _GNU_SOURCE
#include "fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runner/simt/host/program_elf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    int fd = memfd_create("program", 0);
    MUST(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct elf_program *p = elf_program_open(path);
    struct elf_part s;
    unsigned sum = 0;
    for (int k = 0; p && elf_program_section(p, ".text", k, &s); k++)
        for (size_t q = 0; q < s.size; q++)
            sum += s.bytes[q];
    uint64_t start, stop;
    MUST(!p || !elf_program_callers(p, "main", &start, &stop) || (start < stop && sum));
    elf_program_close(p);
    close(fd);
    return 0;
}
