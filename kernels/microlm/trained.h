/*
 * trained.h: the models that were trained, which lie beside this file, as a lab's oracle reads them and gives them to a
 * submission. Include it from an oracle; there is nothing to link.
 */
#ifndef MICROLM_TRAINED_H
#define MICROLM_TRAINED_H

#include <ridge/oracle.h>

#include "model.h"

/* "weights.bin" or "draft.bin", found from where this header was compiled. 0, or -1; microlm_free() it. */
static inline int microlm_trained(const char *name, struct microlm *m)
{
    char path[4096];
    const char *slash = strrchr(__FILE__, '/'), *why;
    snprintf(path, sizeof path, "%.*s/%s", slash ? (int)(slash - __FILE__) : 1, slash ? __FILE__ : ".", name);
    return microlm_load(path, m, &why);
}

/* The buffer gets the model's weights, bf16, and the model is freed. -1: it has another length. */
static inline int microlm_give(const struct ridge_buffer *b, struct microlm *m)
{
    int same = b && m->count == b->count;
    if (same)
        memcpy(b->data, m->w, m->count * sizeof *m->w);
    microlm_free(m);
    return same ? 0 : -1;
}

#endif
