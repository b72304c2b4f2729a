/*
 * gguf.h: a tensor's bytes out of a small GGUF file, version 3, as blocks.gguf is one; blocks.md says how that was
 * made. Every length in the file is held against its end. Included by oracle.c, once.
 */
#ifndef W31_GGUF_H
#define W31_GGUF_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { GGUF_MOST = 1 << 16, GGUF_STRING = 8, GGUF_ALIGN = 32 };

struct gguf {
    uint8_t bytes[GGUF_MOST];
    size_t size, at;
};

static uint64_t gguf_number(struct gguf *g, size_t width)
{
    uint64_t v = 0;
    if (g->size - g->at < width) {
        g->at = g->size;
        return 0;
    }
    memcpy(&v, g->bytes + g->at, width);
    g->at += width;
    return v;
}

/* Is the string that comes next `name`? */
static int gguf_is(struct gguf *g, const char *name)
{
    uint64_t length = gguf_number(g, 8);
    if (length > g->size - g->at) {
        g->at = g->size;
        return 0;
    }
    int same = length == strlen(name) && !memcmp(g->bytes + g->at, name, length);
    g->at += (size_t)length;
    return same;
}

/* Where the data of tensor `name` begin among the tensors' data; -1 when there is none. Leaves `at` behind the list. */
static int64_t gguf_offset(struct gguf *g, uint64_t tensors, const char *name)
{
    int64_t found = -1;
    for (uint64_t k = 0; k < tensors && g->at < g->size; k++) {
        int same = gguf_is(g, name);
        uint64_t dims = gguf_number(g, 4);
        for (uint64_t i = 0; i < dims && g->at < g->size; i++)
            gguf_number(g, 8);
        gguf_number(g, 4); /* its type: who asks knows */
        uint64_t offset = gguf_number(g, 8);
        found = same ? (int64_t)offset : found;
    }
    return found;
}

/* Copies `bytes` bytes of tensor `name` of the file `path`; 0, or -1. */
static int gguf_read(const char *path, const char *name, void *to, size_t bytes)
{
    static struct gguf g;
    FILE *f = fopen(path, "rb");
    g.size = f ? fread(g.bytes, 1, sizeof g.bytes, f) : 0;
    g.at = 8;
    if (f)
        fclose(f);
    if (g.size < 24 || memcmp(g.bytes, "GGUF\3\0\0\0", 8))
        return -1;
    uint64_t tensors = gguf_number(&g, 8), pairs = gguf_number(&g, 8);
    for (uint64_t k = 0; k < pairs && g.at < g.size; k++) {
        gguf_is(&g, "");
        if (gguf_number(&g, 4) != GGUF_STRING)
            return -1;
        gguf_is(&g, "");
    }
    int64_t offset = gguf_offset(&g, tensors, name);
    size_t data = (g.at + GGUF_ALIGN - 1) / GGUF_ALIGN * GGUF_ALIGN;
    if (offset < 0 || (uint64_t)offset > g.size || data + (size_t)offset > g.size ||
        g.size - data - (size_t)offset < bytes)
        return -1;
    memcpy(to, g.bytes + data + offset, bytes);
    return 0;
}

#endif
