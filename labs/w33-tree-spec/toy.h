/*
 * toy.h: what harness.c and oracle.c have to see alike: the shapes of small trees, which row follows a path, and how
 * sequences of tokens are numbered.
 */
#ifndef W33_TOY_H
#define W33_TOY_H

#include <stddef.h>
#include <stdint.h>

enum { TOY_NODES = 8, TOY_SHAPES = 10 };

/* What may go wrong; the oracle has a sentence for each. */
enum { F_NONE, F_COIN, F_WEIGHT, F_TOTAL, F_ENDLESS, F_COUNT, F_TOKEN, F_PATH, F_CONTEXT, F_ROWS, F_BUDGET, F_MASK,
       F_POS, F_CACHE, F_BLOCKS, F_BLOCK, F_LAYER, F_KEEP, F_PLACE, F_FAULTS };

struct toy_shape {
    int n, parent[TOY_NODES];
};

/* 0: no guess. 1-3: chains. 4, 5: two and three children. 6: two, two each. 7: uneven, level by level. 8: uneven, one
 * subtree after the other. 9: four children */
static const struct toy_shape toy_shapes[TOY_SHAPES] = {
    { 1, { -1 } },
    { 2, { -1, 0 } },
    { 3, { -1, 0, 1 } },
    { 4, { -1, 0, 1, 2 } },
    { 3, { -1, 0, 0 } },
    { 4, { -1, 0, 0, 0 } },
    { 7, { -1, 0, 0, 1, 1, 2, 2 } },
    { 6, { -1, 0, 0, 1, 2, 3 } },
    { 6, { -1, 0, 1, 1, 0, 4 } },
    { 5, { -1, 0, 0, 0, 0 } },
};

/* Which child of its parent is node i, counted from 0? */
static inline int toy_rank(const struct toy_shape *s, int i)
{
    int rank = 0;
    for (int k = 1; k < i; k++)
        rank += s->parent[k] == s->parent[i];
    return rank;
}

/* The token with `rank` likelier ones before it; of equals the lower one is likelier. */
static inline int toy_ranked(const float *row, int V, int rank)
{
    for (int x = 0; x < V; x++) {
        int before = 0;
        for (int y = 0; y < V; y++)
            before += row[y] > row[x] || (row[y] == row[x] && y < x);
        if (before == rank)
            return x;
    }
    return 0;
}

/* Sequences are numbered by length, then as numbers to the base V. */
static inline size_t toy_extend(size_t id, int token, int V)
{
    return id * (size_t)V + 1 + (size_t)token;
}

/* Of R rows, the one after a path. */
static inline size_t toy_row(int root, const int32_t *path, int depth, size_t R)
{
    size_t h = (size_t)root % R;
    for (int k = 0; k < depth; k++)
        h = (h * 31 + (size_t)path[k] + 7) % R;
    return h;
}

#endif
