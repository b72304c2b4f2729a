/*
 * inputs.h: the rows that a case asks about. KNOWN are lists: the examples of CuTe's documentation and the edges, each
 * row twice, once with a result of its own and once with the result written over an input. DRAWN are layouts of
 * a few leaves and a thousand elements, LARGE ones of many elements and of strides beyond 32 bits.
 */
#ifndef W15_INPUTS_H
#define W15_INPUTS_H

#include "layouts.h"

enum kind { KNOWN, DRAWN, LARGE };

/* --- lists ------------------------------------------------------------------------------------------------------ */

struct known {
    int op;
    const char *A, *B;
    int64_t ask[7];
};

static const struct known known_rows[] = {
    { SIZE, "((2,4),8):((1,16),2)", NULL, { 0 } },
    { SIZE, "8:1", NULL, { 0 } },
    { SIZE, "1:0", NULL, { 0 } },
    { SIZE, "(1,1):(5,7)", NULL, { 0 } },
    { SIZE, "(4,8):(0,1)", NULL, { 0 } },
    { SIZE, "(3,(5,1)):(0,(0,9))", NULL, { 0 } },
    { SIZE, "(8,8):(9,1)", NULL, { 0 } },
    { SIZE, "((((3))),2):((((4))),1)", NULL, { 0 } },
    { SIZE, "(1048576,1048576):(1048576,1)", NULL, { 0 } },
    { SIZE, "(2,2):(1,8589934592)", NULL, { 0 } },

    { IDX2CRD, "((2,4),8):((1,16),2)", NULL, { 13 } },
    { IDX2CRD, "((2,4),8):((1,16),2)", NULL, { 63 } },
    { IDX2CRD, "((2,4),8):((1,16),2)", NULL, { 64 } },
    { IDX2CRD, "((2,4),8):((1,16),2)", NULL, { 1000 } },
    { IDX2CRD, "(3,5):(5,1)", NULL, { 7 } },
    { IDX2CRD, "6:2", NULL, { 9 } },
    { IDX2CRD, "(4,1,(2,1)):(1,0,(4,0))", NULL, { 11 } },
    { IDX2CRD, "1:0", NULL, { 0 } },
    { IDX2CRD, "1:0", NULL, { 5 } },
    { IDX2CRD, "(65536,(65536,65536)):(1,(1,1))", NULL, { 562949953421312 + 65535 } },
    { IDX2CRD, "(2,3):(3,1)", NULL, { 1099511627777 } },

    { CRD2IDX, "((2,4),8):((1,16),2)", NULL, { 3, 1, 3, 5 } },
    { CRD2IDX, "((2,4),8):((1,16),2)", NULL, { 1, 13 } },
    { CRD2IDX, "((2,4),8):((1,16),2)", NULL, { 2, 7, 5 } },
    { CRD2IDX, "((2,4),8):((1,16),2)", NULL, { 2, 9, 5 } },
    { CRD2IDX, "((2,4),8):((1,16),2)", NULL, { 3, 2, 4, 9 } },
    { CRD2IDX, "((2,4),8):((1,16),2)", NULL, { 1, 70 } },
    { CRD2IDX, "((2,4),8):((1,16),2)", NULL, { 4, 1, 1, 1, 1 } },
    { CRD2IDX, "((2,4),8):((1,16),2)", NULL, { 0 } },
    { CRD2IDX, "(3,5):(5,1)", NULL, { 1, 7 } },
    { CRD2IDX, "(3,5):(5,1)", NULL, { 2, 1, 2 } },
    { CRD2IDX, "6:2", NULL, { 1, 9 } },
    { CRD2IDX, "6:2", NULL, { 2, 1, 1 } },
    { CRD2IDX, "(4,(8,2)):(0,(1,100))", NULL, { 2, 3, 17 } },
    { CRD2IDX, "(1,(1,4)):(7,(9,3))", NULL, { 2, 0, 6 } },
    { CRD2IDX, "((1,1),4):((7,9),3)", NULL, { 2, 2, 1 } },
    { CRD2IDX, "(2,2):(1,8589934592)", NULL, { 1, 3 } },
    { CRD2IDX, "((2,4),8):((1,16),2)", NULL, { -1 } },

    { COALESCE, "(2,(1,6)):(1,(6,2))", NULL, { 0 } },
    { COALESCE, "(2,4):(1,2)", NULL, { 0 } },
    { COALESCE, "(2,4):(4,1)", NULL, { 0 } },
    { COALESCE, "((4,3),5):((15,1),3)", NULL, { 0 } },
    { COALESCE, "((4,3),5):((1,4),12)", NULL, { 0 } },
    { COALESCE, "(4,5):(0,0)", NULL, { 0 } },
    { COALESCE, "(4,5):(0,4)", NULL, { 0 } },
    { COALESCE, "(4,5):(1,0)", NULL, { 0 } },
    { COALESCE, "(2,1,3):(4,9,8)", NULL, { 0 } },
    { COALESCE, "(1,(1,1)):(3,(4,5))", NULL, { 0 } },
    { COALESCE, "1:7", NULL, { 0 } },
    { COALESCE, "(1,6):(6,2)", NULL, { 0 } },
    { COALESCE, "(6,1):(2,6)", NULL, { 0 } },
    { COALESCE, "((((3)))):((((4))))", NULL, { 0 } },
    { COALESCE, "(2,2,2,2):(1,2,4,16)", NULL, { 0 } },
    { COALESCE, "((2,2),(2,2)):((1,4),(2,8))", NULL, { 0 } },
    { COALESCE, "(2,2):(1,4294967298)", NULL, { 0 } }, /* 2 in an int */

    { COMPOSITION, "(6,2):(8,2)", "(4,3):(3,1)", { 0 } },
    { COMPOSITION, "20:2", "(5,4):(4,1)", { 0 } },
    { COMPOSITION, "(10,2):(16,4)", "(5,4):(1,5)", { 0 } },
    { COMPOSITION, "(3,6,2,8):(96,16,8,1)", "16:9", { 0 } },
    { COMPOSITION, "(3,6,2,8):(96,16,8,1)", "4:72", { 0 } },
    { COMPOSITION, "(4,2,3):(2,1,8)", "(4,(2,3)):(2,(1,8))", { 0 } },
    { COMPOSITION, "(4,3):(1,4)", "3:3", { 0 } },
    { COMPOSITION, "(4,8):(8,1)", "(4,2):(0,1)", { 0 } },
    { COMPOSITION, "(4,8):(8,1)", "((1,4),2):((7,4),0)", { 0 } },
    { COMPOSITION, "12:1", "2:5", { 0 } },
    { COMPOSITION, "(2,10):(40,3)", "4:6", { 0 } },
    { COMPOSITION, "(4,4):(8,1)", "3:1", { 0 } },
    { COMPOSITION, "(4,4):(8,1)", "3:4", { 0 } },
    { COMPOSITION, "(4,4):(1,8)", "((2,2),4):((4,1),0)", { 0 } },
    { COMPOSITION, "(4,4):(8,1)", "(2,2):(8,2)", { 0 } },
    { COMPOSITION, "((2,4),8):((1,16),2)", "(8,8):(8,1)", { 0 } },
    { COMPOSITION, "(1,1):(3,4)", "(1,5):(2,0)", { 0 } },
    { COMPOSITION, "(4,4):(0,1)", "(4,4):(4,1)", { 0 } },
    { COMPOSITION, "(4,4):(1,8)", "2:3", { 0 } },      /* the stride does not divide out */
    { COMPOSITION, "(6,2):(1,7)", "2:4", { 0 } },      /* nor here, though a layout has these two offsets */
    { COMPOSITION, "(4,4):(1,8)", "6:1", { 0 } },      /* the size does not fit */
    { COMPOSITION, "(4,2,8):(1,8,64)", "(2,12):(1,2)", { 0 } },
    { COMPOSITION, "(4,4):(1,100)", "(2,2):(2,2)", { 0 } }, /* B meets itself */
    { COMPOSITION, "(4,4):(1,100)", "(2,4):(1,3)", { 0 } },
    { COMPOSITION, "8:1", "3:4", { 0 } },              /* B leaves A */
    { COMPOSITION, "(4,4):(1,8)", "(2,(2,3)):(1,(2,3))", { 0 } },
    { COMPOSITION, "8:1", "(4,2):(2,1)", { 0 } },
    { COMPOSITION, "8:1", "8:1", { 0 } },

    { COMPLEMENT, "4:1", NULL, { 24 } },
    { COMPLEMENT, "6:4", NULL, { 24 } },
    { COMPLEMENT, "(4,6):(1,4)", NULL, { 24 } },
    { COMPLEMENT, "4:2", NULL, { 24 } },
    { COMPLEMENT, "(2,4):(1,6)", NULL, { 24 } },
    { COMPLEMENT, "(2,2):(1,6)", NULL, { 24 } },
    { COMPLEMENT, "(2,2):(6,1)", NULL, { 24 } },
    { COMPLEMENT, "4:1", NULL, { 10 } },
    { COMPLEMENT, "4:2", NULL, { 3 } },
    { COMPLEMENT, "4:3", NULL, { 13 } },
    { COMPLEMENT, "(4,2):(0,1)", NULL, { 8 } },
    { COMPLEMENT, "(5,1):(0,3)", NULL, { 6 } },
    { COMPLEMENT, "1:0", NULL, { 1 } },
    { COMPLEMENT, "8:1", NULL, { 1 } },
    { COMPLEMENT, "((2,2),(2,2)):((16,1),(4,2))", NULL, { 64 } },
    { COMPLEMENT, "(2,2):(2,2)", NULL, { 16 } },
    { COMPLEMENT, "(2,4):(1,3)", NULL, { 24 } },
    { COMPLEMENT, "(3,2):(1,2)", NULL, { 24 } },

    { DIVIDE, "(4,2,3):(2,1,8)", "4:2", { 0 } },
    { DIVIDE, "16:3", "4:1", { 0 } },
    { DIVIDE, "16:3", "4:4", { 0 } },
    { DIVIDE, "(8,8):(8,1)", "8:8", { 0 } },
    { DIVIDE, "(8,8):(1,8)", "(2,4):(8,1)", { 0 } },
    { DIVIDE, "(8,8):(1,8)", "64:1", { 0 } },
    { DIVIDE, "(8,8):(8,1)", "1:0", { 0 } },
    { DIVIDE, "9:1", "2:1", { 0 } },                   /* nine are no twos */
    { DIVIDE, "12:1", "5:1", { 0 } },
    { DIVIDE, "(4,4):(1,8)", "2:3", { 0 } },
    { DIVIDE, "16:1", "(2,2):(2,2)", { 0 } },
    { DIVIDE, "(6,2):(1,7)", "3:2", { 0 } },

    { ZIPPED, "(9,(4,8)):(59,(13,1))", "(3,(2,4)):(3,(1,8))", { 2 } },
    { ZIPPED, "(8,8):(8,1)", "(2,4):(1,1)", { 2 } },
    { ZIPPED, "(8,8):(1,8)", "(2,4):(1,1)", { 1 } },
    { ZIPPED, "(4,6,5):(1,4,24)", "(2,3):(1,2)", { 2 } },
    { ZIPPED, "(4,6,5):(1,4,24)", "(2,3):(1,2)", { 1 } },
    { ZIPPED, "(4,(6,1),5):(1,(4,0),24)", "(2,3,1):(1,2,0)", { 3 } },
    { ZIPPED, "12:2", "(4,1):(1,1)", { 1 } },
    { ZIPPED, "(9,8):(1,9)", "(3,3):(1,1)", { 2 } },   /* threes do not divide eight */
    { ZIPPED, "(8,8):(1,8)", "(2,4):(1,1)", { 0 } },
    { ZIPPED, "(8,8):(1,8)", "(2,4,2):(1,1,1)", { 3 } },
    { ZIPPED, "((2,4),(8,2)):((1,16),(2,64))", "(4,(2,2)):(1,(8,1))", { 2 } },

    { SWIZZLE, "1:0", NULL, { 3, 3, 3, 64 } },
    { SWIZZLE, "1:0", NULL, { 3, 3, 3, 200 } },
    { SWIZZLE, "1:0", NULL, { 3, 3, 3, 511 } },
    { SWIZZLE, "1:0", NULL, { 3, 4, 3, 1000 } },
    { SWIZZLE, "1:0", NULL, { 2, 3, 3, 448 } },
    { SWIZZLE, "1:0", NULL, { 1, 3, 3, 192 } },
    { SWIZZLE, "1:0", NULL, { 0, 3, 3, 200 } },
    { SWIZZLE, "1:0", NULL, { 3, 0, 5, 231 } },
    { SWIZZLE, "1:0", NULL, { 3, 3, -3, 56 } },
    { SWIZZLE, "1:0", NULL, { 2, 1, -4, 1023 } },
    { SWIZZLE, "1:0", NULL, { 3, 3, 3, 1099511627776 + 448 } },
    { SWIZZLE, "1:0", NULL, { 3, 30, 5, 1099511627775 } },
    { SWIZZLE, "1:0", NULL, { 3, 3, 3, 0 } },
    { SWIZZLE, "1:0", NULL, { 32, 0, 32, 1099511627781 } },

    { BANKS, "8:64", NULL, { 0, 0, 0, 2, 16 } },       /* eight rows of 64 bf16, a vector of eight of each */
    { BANKS, "8:64", NULL, { 3, 3, 3, 2, 16 } },
    { BANKS, "8:72", NULL, { 0, 0, 0, 2, 16 } },
    { BANKS, "8:32", NULL, { 0, 0, 0, 2, 16 } },
    { BANKS, "8:32", NULL, { 2, 3, 3, 2, 16 } },
    { BANKS, "(8,4):(64,8)", NULL, { 0, 0, 0, 2, 16 } },
    { BANKS, "(8,4):(64,8)", NULL, { 3, 3, 3, 2, 16 } },
    { BANKS, "32:1", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "32:0", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "32:2", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "32:32", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "32:33", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "32:32", NULL, { 5, 0, 5, 4, 4 } },
    { BANKS, "32:1", NULL, { 0, 0, 0, 2, 2 } },
    { BANKS, "(2,16):(1,64)", NULL, { 0, 0, 0, 2, 2 } },
    { BANKS, "32:1", NULL, { 0, 0, 0, 8, 8 } },
    { BANKS, "32:16", NULL, { 0, 0, 0, 8, 8 } },
    { BANKS, "32:1", NULL, { 0, 0, 0, 16, 16 } },
    { BANKS, "32:4", NULL, { 0, 0, 0, 4, 16 } },
    { BANKS, "20:32", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "(16,2):(1,48)", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "64:1", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "(32,2):(1,32)", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "(32,2):(1,0)", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "(8,2):(4,64)", NULL, { 0, 0, 0, 4, 16 } },
    { BANKS, "8:65", NULL, { 0, 0, 0, 2, 16 } },       /* does not start at a multiple of 16 bytes */
    { BANKS, "2:1", NULL, { 0, 0, 0, 4, 8 } },
    { BANKS, "1:0", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "2:8589934592", NULL, { 0, 0, 0, 4, 4 } },
    { BANKS, "(40,2):(1,64)", NULL, { 0, 0, 0, 4, 4 } }, /* only the second group has a conflict */
    { BANKS, "(32,2):(2,33)", NULL, { 0, 0, 0, 2, 4 } }, /* and only it starts askew */
};

static int known_row(int op, size_t k, struct row *q)
{
    size_t total = sizeof known_rows / sizeof *known_rows, first = 0, n = 0;
    while (first < total && known_rows[first].op != op)
        first++;
    while (first + n < total && known_rows[first + n].op == op)
        n++;
    if (n == 0)
        return 0;
    const struct known *x = known_rows + first + k / 2 % n;
    parse(x->A, &q->A);
    parse(x->B ? x->B : "1:0", &q->B);
    memcpy(q->ask, x->ask, sizeof x->ask);
    return 1;
}

/* --- draws ------------------------------------------------------------------------------------------------------ */

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

static void shuffle(uint64_t *s, struct node *leaf, int n)
{
    for (int k = n - 1; k > 0; k--) {
        int j = below(s, k + 1);
        struct node x = leaf[k];
        leaf[k] = leaf[j], leaf[j] = x;
    }
}

/* Leaves in some tree. */
static void plant(uint64_t *s, const struct node *leaf, int n, struct lay *r)
{
    int parts = n == 1 ? 1 : 2 + below(s, n > 3 ? 2 : n - 1), done = 0;
    if (n == 1 && (r->n > 0 ? below(s, 6) : below(s, 2))) {
        r->at[r->n++] = leaf[0];
        return;
    }
    r->at[r->n++] = (struct node){ 0, 0, parts };
    for (int k = 0; k < parts; k++) {
        int left = parts - k - 1, take = left ? 1 + below(s, n - done - left) : n - done;
        if (take == 1)
            r->at[r->n++] = leaf[done];
        else
            plant(s, leaf + done, take, r);
        done += take;
    }
}

enum style { PERMUTED, GAPS, ANY, BROADCAST };

/* Up to `most` elements in 1 to 5 leaves, all offsets below `room` with GAPS; unit: of the strides. */
static int draw_leaves(uint64_t *s, enum style how, int64_t most, int64_t room, int64_t unit, struct node *leaf)
{
    static const int64_t twos[] = { 1, 2, 2, 4, 4, 8 }, any[] = { 1, 2, 3, 4, 5, 6 };
    static const int64_t wide[] = { 4, 8, 16, 16, 32, 32 }, tile[] = { 2, 64, 128, 256, 512, 1024 };
    const int64_t *pool = most > 2000 ? how == GAPS ? tile : wide : below(s, 3) ? twos : any;
    int64_t size = 1, filled = 1;
    int n = 1 + below(s, 5);
    for (int k = 0; k < n; k++) {
        int64_t shape = pool[below(s, 6)], gap = how == GAPS && below(s, 2) ? pool[below(s, 4)] : 1;
        if (size * shape > most || filled * gap * shape > room)
            shape = gap = 1;
        int64_t stride = how == ANY ? below(s, 40) : filled * gap;
        leaf[k] = (struct node){ shape, stride * unit, 0 };
        size *= shape;
        filled *= gap * shape;
    }
    shuffle(s, leaf, n);
    for (int k = 0; how == BROADCAST && k < n; k++)
        leaf[k].stride = below(s, 2) ? 0 : leaf[k].stride;
    return n;
}

static void draw(uint64_t *s, enum style how, int64_t most, int64_t room, int64_t unit, struct lay *r)
{
    struct node leaf[8];
    int n = draw_leaves(s, how, most, room, unit, leaf);
    r->n = 0;
    plant(s, leaf, n, r);
}

/* A tile for A: mostly one that fits, some that don't. */
static void draw_tile(uint64_t *s, const struct lay *A, struct lay *r)
{
    int64_t size = size_of(A);
    draw(s, below(s, 12) ? GAPS : ANY, size, size, 1, r);
    for (int k = 0; !below(s, 6) && k < r->n; k++) /* broadcast one leaf */
        if (!r->at[k].kids && below(s, 2))
            r->at[k].stride = 0;
}

static void draw_modes(uint64_t *s, int64_t most, int largest, int64_t unit, struct row *q)
{
    int rank = 1 + below(s, 3), n = below(s, 10) ? 1 + below(s, rank) : below(s, 2) ? 0 : rank + 1;
    struct lay mode[4], tile[4];
    const struct lay *pm[4] = { &mode[0], &mode[1], &mode[2], &mode[3] };
    const struct lay *pt[4] = { &tile[0], &tile[1], &tile[2], &tile[3] };
    for (int k = 0; k < 4; k++) {
        struct node leaf[8];
        int leaves = draw_leaves(s, PERMUTED, most, most, unit << 9 * k, leaf), few = leaves < 3 ? leaves : 3;
        mode[k].n = 0;
        plant(s, leaf, few, &mode[k]);
        leaf[0] = (struct node){ (int64_t)1 << below(s, largest), 1, 0 };
        tile[k] = (struct lay){ 1, { leaf[0] } };
        if (below(s, 2))
            tile[k].at[0].stride = (int64_t)1 << below(s, 3);
    }
    tuple(&q->A, rank, pm);
    tuple(&q->B, n ? n : 1, pt);
    q->ask[0] = n;
}

static void draw_numbers(uint64_t *s, int op, struct row *q)
{
    int64_t *k = q->ask, deep[NODES], rank = q->A.at[0].kids ? q->A.at[0].kids : 1;
    int leaves = coordinate(&q->A, 0, deep);
    if (op == IDX2CRD) {
        k[0] = below(s, 2) ? below(s, 2000) : (int64_t)(ridge_next(s) >> 34);
    } else if (op == CRD2IDX) {
        k[0] = (const int64_t[]){ 1, rank, leaves, below(s, 8) }[below(s, 4)];
        for (int j = 1; j < 9; j++)
            k[j] = below(s, 12);
    } else if (op == SWIZZLE) {
        k[0] = below(s, 5);
        k[1] = below(s, 6);
        k[2] = (k[0] + below(s, 3)) * (below(s, 3) ? 1 : -1);
        k[3] = (int64_t)(ridge_next(s) >> 22 >> below(s, 30));
    } else if (op == BANKS) {
        k[0] = below(s, 4);
        k[1] = below(s, 4);
        k[2] = k[0] + below(s, 3);
        k[3] = (const int64_t[]){ 1, 2, 4, 8, 16 }[below(s, 5)];
        k[4] = (const int64_t[]){ 2, 4, 8, 16 }[below(s, 4)];
    }
}

static int drawn_row(int op, int kind, uint64_t *s, struct row *q)
{
    int64_t most = kind == LARGE ? 65536 : 1024, unit = kind == LARGE ? (int64_t)1 << 33 : 1;
    q->B = (struct lay){ 1, { { 1, 0, 0 } } };
    if (op == ZIPPED) {
        draw_modes(s, kind == LARGE ? 4096 : 32, kind == LARGE ? 10 : 4, kind == LARGE ? 1 << 20 : 1, q);
    } else if (op == COMPLEMENT) {
        draw(s, below(s, 8) ? GAPS : ANY, most / 4, most, 1, &q->A);
        q->ask[0] = 1 + (int64_t)(ridge_next(s) % (uint64_t)(2 * cosize_of(&q->A)));
    } else {
        int fitting = op == COMPOSITION || op == DIVIDE;
        draw(s, fitting || kind == LARGE ? (below(s, 3) ? PERMUTED : BROADCAST) : (enum style)below(s, 4), most,
             INT64_C(1) << 40, unit, &q->A);
        if (fitting)
            draw_tile(s, &q->A, &q->B);
    }
    if (op == BANKS)
        draw(s, (enum style)below(s, 4), 64, 4096, 1, &q->A);
    draw_numbers(s, op, q);
    return 1;
}

#endif
