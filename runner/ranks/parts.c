/* parts.c: one rank's part of a case: its buffers, its copies of the inputs, and one result out of all parts. */
#define _GNU_SOURCE
#include "parts.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

_Noreturn void parts_broken(const char *what)
{
    fprintf(stderr, "ridge-ranks: %s: %s\n", what, strerror(errno));
    _exit(CHILD_INTERNAL);
}

void *parts_map(int fd, size_t *size, int prot)
{
    struct stat st;
    if (fstat(fd, &st))
        parts_broken("fstat");
    void *p = mmap(NULL, (size_t)st.st_size, prot, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED)
        parts_broken("mmap");
    if (size)
        *size = (size_t)st.st_size;
    close(fd);
    return p;
}

char *parts_fenced(size_t size, int flags, int fd, size_t offset)
{
    int fence = fd >= 0 ? MAP_PRIVATE : flags;
    char *p = mmap(NULL, size + 2 * PARTS_GUARD, PROT_NONE, fence | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        parts_broken("There is no memory for a rank.");
    if (fd >= 0
            ? mmap(p + PARTS_GUARD, size, PROT_READ | PROT_WRITE, flags | MAP_FIXED, fd, (off_t)offset) == MAP_FAILED
            : mprotect(p + PARTS_GUARD, size, PROT_READ | PROT_WRITE))
        parts_broken("There is no memory for a rank.");
    return p + PARTS_GUARD;
}

void parts_unfence(char *p, size_t size)
{
    munmap(p - PARTS_GUARD, size + 2 * PARTS_GUARD);
}

static uint64_t part_of(const struct parts *p, const struct proto_buf *b)
{
    return b->split ? b->count / (uint64_t)p->count : b->count;
}

size_t parts_bytes(const struct parts *p, uint32_t k)
{
    return part_of(p, &p->go->buf[k]) * p->go->buf[k].size;
}

static size_t room_of(const struct parts *p, const struct proto_buf *b)
{
    return (part_of(p, b) * b->size + PARTS_PAGE - 1) / PARTS_PAGE * PARTS_PAGE;
}

size_t parts_room(const struct parts *p, int writable)
{
    size_t n = PARTS_PAGE;
    for (uint32_t k = 0; k < p->go->nbufs; k++)
        if (!p->go->buf[k].writable == !writable)
            n += room_of(p, &p->go->buf[k]);
    return n;
}

/* Where rank r finds its part of a buffer in the case's memory. */
static char *source(const struct parts *p, const struct proto_buf *b, int r)
{
    return (b->writable ? p->out : p->in) + b->offset + (b->split ? (size_t)r * part_of(p, b) * b->size : 0);
}

void parts_lay_outputs(const struct parts *p, int r, char *at)
{
    for (uint32_t k = 0; k < p->go->nbufs; k++) {
        const struct proto_buf *b = &p->go->buf[k];
        if (!b->writable)
            continue;
        memcpy(at, source(p, b, r), part_of(p, b) * b->size);
        at += room_of(p, b);
    }
}

static char *lay_inputs(const struct parts *p, int r)
{
    size_t size = parts_room(p, 0);
    char *base = parts_fenced(size, MAP_PRIVATE, -1, 0), *at = base;
    for (uint32_t k = 0; k < p->go->nbufs; k++) {
        const struct proto_buf *b = &p->go->buf[k];
        if (b->writable)
            continue;
        memcpy(at, source(p, b, r), part_of(p, b) * b->size);
        at += room_of(p, b);
    }
    mprotect(base, size, PROT_READ);
    return base;
}

void parts_prepare(const struct parts *p, int r, char *outputs, struct errand *e)
{
    char *inputs = lay_inputs(p, r);
    const struct proto_go *go = p->go;
    snprintf(e->name, sizeof e->name, "%s", go->call);
    e->nbufs = go->nbufs;
    for (uint32_t k = 0; k < go->nbufs; k++) {
        const struct proto_buf *b = &go->buf[k];
        char **at = b->writable ? &outputs : &inputs;
        e->writable[k] = b->writable;
        e->bytes[k] = parts_bytes(p, k);
        e->at[k] = e->f.buf[k] = *at;
        e->f.count[k] = part_of(p, b);
        *at += room_of(p, b);
    }
    for (uint32_t k = 0; k < go->nscalars && k < RIDGE_MAX_SCALARS; k++) {
        e->f.i[k] = go->i[k];
        e->f.d[k] = go->d[k];
    }
}

static ridge_trampoline *find(const struct ridge_export *table, const char *name)
{
    for (; table->name; table++)
        if (!strcmp(table->name, name))
            return table->call;
    return NULL;
}

struct loaded parts_load(const char *object, const char *name)
{
    struct loaded l = { 0 };
    void *so = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    const struct ridge_export *table = so ? dlsym(so, "ridge_exports") : NULL;
    if (table) {
        l.call = find(table, name);
        *(void **)&l.attach = dlsym(so, "ridge_ranks_attach");
        *(void **)&l.detach = dlsym(so, "ridge_ranks_detach");
    }
    if (!l.call || !l.attach || !l.detach) {
        fprintf(stderr, "%s\n", so ? "The shared object lacks the call or the ranks' runtime." : dlerror());
        _exit(CHILD_NO_SYMBOL);
    }
    return l;
}

static int gather_whole(const struct parts *p, const struct proto_buf *b, size_t at, char *const *outs,
                        const char *absent, struct err *e)
{
    size_t bytes = b->count * b->size;
    int first = 0, rc = 0;
    while (first < p->count - 1 && absent[first])
        first++;
    for (int r = first + 1; r < p->count; r++) {
        const char *a = outs[first] + at, *z = outs[r] + at;
        if (rc || absent[r] || !memcmp(a, z, bytes))
            continue;
        uint64_t where = 0, differ = 0;
        for (uint64_t k = 0; k < b->count; k++)
            if (memcmp(a + k * b->size, z + k * b->size, b->size) && !differ++)
                where = k;
        err_set(e,
                "Rank %d ends with other bits than rank %d in %.*s[%llu] (%llu of %llu elements): all ranks have to "
                "hold the same.",
                r, first, (int)sizeof b->name, b->name, (unsigned long long)where, (unsigned long long)differ,
                (unsigned long long)b->count);
        rc = -1;
    }
    memcpy(p->out + b->offset, outs[first] + at, bytes);
    return rc;
}

int parts_gather(const struct parts *p, char *const *outs, const char *absent, struct err *e)
{
    size_t at = 0;
    int rc = 0;
    for (uint32_t k = 0; k < p->go->nbufs; k++) {
        const struct proto_buf *b = &p->go->buf[k];
        if (!b->writable)
            continue;
        if (!b->split && gather_whole(p, b, at, outs, absent, rc ? NULL : e))
            rc = -1;
        for (int r = 0; b->split && r < p->count; r++)
            if (absent[r])
                memset(source(p, b, r), 0, part_of(p, b) * b->size);
            else
                memcpy(source(p, b, r), outs[r] + at, part_of(p, b) * b->size);
        at += room_of(p, b);
    }
    return rc;
}
