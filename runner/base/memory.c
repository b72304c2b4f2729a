/* memory.c: see memory.h. */
#include "memory.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OURS = 9 };

static void (*before_end)(void);

void memory_before_end(void (*leave)(void))
{
    before_end = leave;
}

void memory_end(void)
{
    static const char sentence[] = "ridge: this machine has no memory left. What was stored is safe. "
                                   "Close other programs, or give Ridge more memory, and run the command again.\n";
    void (*leave)(void) = before_end;
    before_end = NULL;
    if (leave)
        leave();
    ssize_t n = write(STDERR_FILENO, sentence, strlen(sentence));
    (void)n;
    _exit(OURS);
}

static void *malloc_or_end(size_t n)
{
    void *p = malloc(n);
    if (!p)
        memory_end();
    return p;
}

void memory_must(void)
{
    json_set_alloc_funcs(malloc_or_end, free);
}

void memory_may_fail(void)
{
    json_set_alloc_funcs(malloc, free);
}
