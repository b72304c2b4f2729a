/*
 * ridge-engine: runs a lab's engine for `ridge serve`. Loads the submission's shared object and calls it once; the
 * call lasts until nobody asks any more. As ridge-child it is assumed to be hijacked from the first constructor on,
 * and holds no descriptor but those of ridge/engine.h.
 *
 *     ridge-engine OBJECT CALL SEATS THREADS
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto.h"
#include "ridge/frame.h"
#include "runner/box/box.h"

int main(int argc, char **argv)
{
    if (argc != 5 || setvbuf(stdout, NULL, _IOLBF, 0))
        return CHILD_INTERNAL;
    struct ridge_frame f = { .i = { atoi(argv[3]) } };
    if (box_seccomp_loading(atoi(argv[4]) > 1, 0, -1)) {
        perror("ridge-engine: seccomp");
        return CHILD_INTERNAL;
    }
    void *so = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    const struct ridge_export *table = so ? dlsym(so, "ridge_exports") : NULL;
    if (!table) {
        fprintf(stderr, "%s\n", dlerror());
        return CHILD_NO_SYMBOL;
    }
    for (; table->name; table++)
        if (!strcmp(table->name, argv[2])) {
            table->call(&f);
            fflush(NULL);
            exit(0);
        }
    fprintf(stderr, "The shared object has no call named %s.\n", argv[2]);
    return CHILD_NO_SYMBOL;
}
