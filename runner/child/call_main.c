/*
 * ridge-call: one call of a submission, then the end. Valgrind runs it, which needs a program that starts and
 * leaves, and more system calls than ridge-child's filter lets through: around it stand the box's walls and the
 * sanitizer run's filter, in force before anything of the submission's is loaded.
 *
 *   ridge-call OBJECT GO IN OUT TIMES
 *
 * GO is a struct proto_go as the parent wrote it, IN and OUT are the buffers it speaks of; all three are read and
 * none is written. TIMES 0 does all but the call: what that costs is taken off what the call costs.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/box/box.h"
#include "proto.h"
#include "ridge/frame.h"

/* A private copy of the file; an empty one is a page of nothing. */
static void *map(const char *path, size_t *size)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st)) {
        perror(path);
        exit(CHILD_INTERNAL);
    }
    *size = (size_t)st.st_size;
    void *p = mmap(NULL, *size ? *size : 1, PROT_READ | PROT_WRITE, *size ? MAP_PRIVATE : MAP_PRIVATE | MAP_ANONYMOUS,
                   *size ? fd : -1, 0);
    close(fd);
    if (p == MAP_FAILED) {
        perror(path);
        exit(CHILD_INTERNAL);
    }
    return p;
}

static struct ridge_frame frame_of(const struct proto_go *go, char *in, size_t in_size, char *out, size_t out_size)
{
    struct ridge_frame f = { 0 };
    for (uint32_t k = 0; k < go->nbufs && k < RIDGE_MAX_BUFS; k++) {
        const struct proto_buf *b = &go->buf[k];
        if (b->offset > (b->writable ? out_size : in_size))
            exit(CHILD_INTERNAL);
        f.buf[k] = (b->writable ? out : in) + b->offset;
        f.count[k] = b->count;
    }
    for (uint32_t k = 0; k < go->nscalars && k < RIDGE_MAX_SCALARS; k++) {
        f.i[k] = go->i[k];
        f.d[k] = go->d[k];
    }
    return f;
}

int main(int argc, char **argv)
{
    size_t go_size, in_size, out_size;
    if (argc != 6)
        return CHILD_INTERNAL;
    const struct proto_go *go = map(argv[2], &go_size);
    char *in = map(argv[3], &in_size), *out = map(argv[4], &out_size);
    if (go_size != sizeof *go)
        return CHILD_INTERNAL;
    struct ridge_frame f = frame_of(go, in, in_size, out, out_size);
    if (box_seccomp_sanitizer()) {
        perror("ridge-call: seccomp");
        return CHILD_INTERNAL;
    }
    void *so = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    const struct ridge_export *e = so ? dlsym(so, "ridge_exports") : NULL;
    while (e && e->name && strcmp(e->name, go->call))
        e++;
    if (!e || !e->name) {
        fprintf(stderr, "%s: %s\n", go->call, so ? "no such call" : dlerror());
        return CHILD_NO_SYMBOL;
    }
    for (int n = atoi(argv[5]); n > 0; n--)
        e->call(&f);
    return 0;
}
