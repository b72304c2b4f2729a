/*
 * written.h: functions written by hand, each for one rule of lab.h, in the order of their numbers; and those that are
 * drawn. A function that is drawn to be compiled has the status OK, and its numbers stay far from the largest float.
 */
#ifndef C10_WRITTEN_H
#define C10_WRITTEN_H

#include "functions.h"

struct written {
    int nin, nout, out[3], donated;
    int type[ARGS][5], array[2][5], step[32][ROW];
};

#define F0 { F32, 0, 0, 0, 0 }
#define F1(n) { F32, 0, 1, n, 0 }
#define F2(r, c) { F32, 0, 2, r, c }
#define B0 { BF16, 0, 0, 0, 0 }
#define B1(n) { BF16, 0, 1, n, 0 }
#define B2(r, c) { BF16, 0, 2, r, c }
#define I0 { I32, 0, 0, 0, 0 }
#define I1(n) { I32, 0, 1, n, 0 }
#define W0 { F32, 1, 0, 0, 0 }
#define NUM(x) { DO_NUMBER, 1, (int)(2 * (x)) }
#define INTEGER(x) { DO_NUMBER, 0, 2 * (x) }

enum { WIDE = 1000 };

static const struct written written[] = {
    /* 0: two arguments and a number */
    { 2, 1, { 4 }, 0, { F1(3), F0 }, { { 0 } }, { { MUL, 0, 1 }, NUM(1), { ADD, 2, 3 } } },
    /* 1: lab.h's example */
    { 2, 1, { 5 }, 0, { B2(2, 3), I0 }, { F1(3) }, { { DO_ARRAY, 0 }, { MUL, 0, 2 }, NUM(2), { ADD, 3, 4 } } },
    /* 2: prints, and keeps a tracer; 3: which 3 uses */
    { 1, 1, { 1 }, 0, { F1(3) }, { { 0 } }, { { DO_PRINT }, { NEG, 0 }, { DO_PRINT }, { DO_KEEP, 1 } } },
    { 1, 1, { 2 }, 0, { F1(3) }, { { 0 } }, { { DO_PRINT }, { DO_KEPT }, { ADD, 0, 1 }, { DO_PRINT } } },
    /* 4, 5: if of a tracer, if of a number */
    { 1, 1, { 0 }, 0, { F0 }, { { 0 } }, { NUM(0), { LT, 0, 1 }, { DO_PRINT }, { DO_IF, 2 }, { DO_PRINT } } },
    { 1, 1, { 2 }, 0, { F0 }, { { 0 } }, { NUM(2.5), { DO_IF, 1 }, { MAX, 0, 1 } } },
    /* 6: bf16 with a number stays, with an array of float it does not */
    { 2, 1, { 4 }, 0, { B1(4), F1(4) }, { { 0 } }, { NUM(2), { MUL, 0, 2 }, { SUB, 3, 1 } } },
    /* 7: i32 with 1.5 is a weak float, which goes with bf16 */
    { 2, 2, { 3, 4 }, 0, { I1(4), B1(4) }, { { 0 } }, { NUM(1.5), { ADD, 0, 2 }, { MUL, 3, 1 } } },
    /* 8: select with a number; 9: BOOL is not added; 10: c has to be BOOL; 11: shapes */
    { 1, 1, { 4 }, 1, { F1(5) }, { { 0 } }, { NUM(0), { LT, 0, 1 }, INTEGER(-3), { SELECT, 2, 0, 3 } } },
    { 1, 1, { 3 }, 0, { F1(5) }, { { 0 } }, { NUM(0), { LT, 0, 1 }, { ADD, 2, 2 } } },
    { 1, 1, { 1 }, 0, { F1(5) }, { { 0 } }, { { SELECT, 0, 0, 0 } } },
    { 2, 1, { 2 }, 0, { F1(3), F1(4) }, { { 0 } }, { { DO_PRINT }, { ADD, 0, 1 } } },
    /* 12: both are repeated, a number is not */
    { 2, 1, { 4 }, 0, { F2(4, 1), F1(3) }, { { 0 } }, { { SUB, 0, 1 }, NUM(-.5), { MUL, 2, 3 } } },
    /* 13: the sum so far, from a weak 0.0: traced twice */
    { 1, 2, { 2, 3 }, 0, { F1(5) }, { { 0 } }, { NUM(0), { DO_SCAN, 1, 0, 2, 2, 2 }, { DO_PRINT }, { ADD, 0, 1 } } },
    /* 14: a carry that becomes another type */
    { 2, 1, { 2 }, 0, { B0, F1(5) }, { { 0 } }, { { DO_SCAN, 0, 1, 2, 2, 2 }, { DO_PRINT }, { ADD, 0, 1 } } },
    /* 15: the sum before: y is the carry that came in */
    { 2, 2, { 2, 3 }, 3, { F0, F1(5) }, { { 0 } }, { { DO_SCAN, 0, 1, 1, 2, 0 }, { ADD, 0, 1 } } },
    /* 16: rows of a matrix */
    { 2, 2, { 2, 3 }, 0, { F1(3), F2(4, 3) }, { { 0 } },
      { { DO_SCAN, 0, 1, 3, 4, 3 }, NUM(.5), { MUL, 0, 2 }, { ADD, 3, 1 } } },
    /* 17: a delay: the carry goes out as y, x is the next carry */
    { 2, 2, { 2, 3 }, 2, { F0, F1(6) }, { { 0 } }, { { DO_SCAN, 0, 1, 0, 1, 0 } } },
    /* 18: an int as a carry */
    { 1, 2, { 2, 3 }, 0, { I1(4) }, { { 0 } }, { INTEGER(7), { DO_SCAN, 1, 0, 1, 2, 1 }, { MAX, 0, 1 } } },
    /* 19: a body uses a tracer from outside; 20: outside uses one of a body */
    { 2, 1, { 2 }, 0, { F0, F1(6) }, { { 0 } },
      { { DO_KEEP, 0 }, { DO_SCAN, 0, 1, 2, 2, 3 }, { DO_KEPT }, { ADD, 2, 1 } } },
    { 2, 1, { 5 }, 0, { F0, F1(6) }, { { 0 } },
      { { DO_SCAN, 0, 1, 2, 2, 2 }, { ADD, 0, 1 }, { DO_KEEP, 2 }, { DO_KEPT }, { ADD, 4, 0 } } },
    /* 21: the constants of 1.5 in i32 and more: casts that do nothing, and that do */
    { 3, 3, { 3, 4, 5 }, 0, { F1(3), W0, I1(3) }, { { 0 } },
      { { DO_CAST, 0, F32 }, { DO_CAST, 1, F32 }, { DO_CAST, 2, F32 } } },
    /* 22: casts, of large numbers too */
    { 2, 3, { 3, 4, 5 }, 0, { F1(4), I1(4) }, { { 0 } },
      { { MUL, 0, 0 }, { DO_CAST, 2, I32 }, { DO_CAST, 1, BOOL }, { DO_CAST, 1, BF16 } } },
    /* 23: results that nobody computes */
    { 2, 3, { 1, 2, 3 }, 1, { F1(3), F1(2) }, { I1(2) }, { NUM(2.5), { DO_ARRAY, 0 } } },
    /* 24: two arrays, one of them twice, the second one first */
    { 1, 1, { 6 }, 0, { F0 }, { F1(3), B1(3) },
      { { DO_ARRAY, 1 }, { DO_ARRAY, 0 }, { DO_ARRAY, 1 }, { MUL, 1, 0 }, { ADD, 2, 4 }, { SUB, 5, 3 } } },
    /* 25: an equation that nobody needs */
    { 2, 1, { 3 }, 1, { F1(3), F1(3) }, { { 0 } }, { { MUL, 0, 0 }, { SUB, 0, 1 }, { ADD, 2, 3 } } },
    /* 26: integers that wrap */
    { 1, 2, { 3, 4 }, 1, { I1(4) }, { { 0 } }, { { MUL, 0, 0 }, { MUL, 1, 0 }, { MUL, 2, 1 }, { NEG, 3 } } },
    /* 27: sums */
    { 3, 3, { 3, 4, 5 }, 0, { F2(2, 3), B2(8, 40), I1(7) }, { { 0 } }, { { SUM, 0 }, { SUM, 1 }, { SUM, 2 } } },
    /* 28: more than 26 names */
    { 1, 1, { 29 }, 1, { F1(2) }, { { 0 } },
      { { MUL, 0, 0 }, { SUB, 1, 0 }, { SUB, 2, 0 }, { SUB, 3, 0 }, { SUB, 4, 0 }, { SUB, 5, 0 }, { SUB, 6, 0 },
        { SUB, 7, 0 }, { SUB, 8, 0 }, { SUB, 9, 0 }, { SUB, 10, 0 }, { SUB, 11, 0 }, { SUB, 12, 0 }, { SUB, 13, 0 },
        { SUB, 14, 0 }, { SUB, 15, 0 }, { SUB, 16, 0 }, { SUB, 17, 0 }, { SUB, 18, 0 }, { SUB, 19, 0 }, { SUB, 20, 0 },
        { SUB, 21, 0 }, { SUB, 22, 0 }, { SUB, 23, 0 }, { SUB, 24, 0 }, { SUB, 25, 0 }, { SUB, 26, 0 }, { SUB, 27, 0 },
        { SUB, 28, 0 } } },
    /* 29: a scan in the body of a scan */
    { 2, 2, { 2, 3 }, 0, { F0, F2(3, 2) }, { { 0 } },
      { { DO_SCAN, 0, 1, 3, 2, 4 }, { DO_SCAN, 0, 1, 1, 2, 0 }, { ADD, 0, 1 }, { SUM, 3 } } },
    /* 30: nothing to go through; 31: the carry and y are numbers */
    { 2, 1, { 2 }, 0, { F0, F0 }, { { 0 } }, { { DO_SCAN, 0, 1, 1, 2, 2 }, { ADD, 0, 1 } } },
    { 1, 2, { 2, 3 }, 0, { F1(3) }, { { 0 } }, { NUM(.5), { DO_SCAN, 1, 0, 2, 2, 3 }, NUM(1.5), INTEGER(4) } },
    /* 32: a kept tracer as the result */
    { 1, 1, { 1 }, 0, { F1(3) }, { { 0 } }, { { DO_KEPT } } },
    /* 33: c is the wider one; 34: i32 meets float in lt */
    { 2, 1, { 4 }, 0, { F2(2, 3), F1(3) }, { { 0 } }, { NUM(0), { LT, 0, 2 }, { SELECT, 3, 1, 2 } } },
    { 2, 1, { 2 }, 0, { I1(3), F1(3) }, { { 0 } }, { { LT, 0, 1 } } },
    /* 35: a weak argument */
    { 2, 2, { 2, 3 }, 0, { W0, B1(3) }, { { 0 } }, { { NEG, 0 }, { MAX, 2, 1 } } },
    /* 36: BOOL goes with numbers; two BOOL may be selected from */
    { 1, 2, { 3, 5 }, 0, { F1(4) }, { { 0 } },
      { NUM(1), { LT, 0, 1 }, INTEGER(1), { ADD, 2, 3 }, { SELECT, 2, 2, 2 } } },
    /* 37: five operations on one wide argument; 38: the same, donated */
    { 1, 1, { 8 }, 0, { F1(WIDE) }, { { 0 } },
      { NUM(2), NUM(.5), { MUL, 0, 1 }, { ADD, 3, 2 }, { NEG, 4 }, { MAX, 5, 2 }, { SUB, 6, 1 }, { MUL, 7, 2 } } },
    { 1, 1, { 8 }, 1, { F1(WIDE) }, { { 0 } },
      { NUM(2), NUM(.5), { MUL, 0, 1 }, { ADD, 3, 2 }, { NEG, 4 }, { MAX, 5, 2 }, { SUB, 6, 1 }, { MUL, 7, 2 } } },
    /* 39: a donated argument that is needed twice, late */
    { 2, 2, { 4, 5 }, 3, { F1(6), F1(6) }, { { 0 } }, { { MUL, 0, 1 }, { SUB, 2, 0 }, { ADD, 3, 0 }, { MUL, 1, 4 } } },
    /* 40: a matrix that becomes a row's result, and a carry that stays */
    { 2, 3, { 0, 2, 3 }, 0, { F1(3), F2(4, 3) }, { { 0 } },
      { { DO_SCAN, 0, 1, 2, 3, 2 }, { MUL, 0, 1 }, { SUB, 2, 1 } } },
    /* 41: a column and a row, both of one */
    { 3, 1, { 4 }, 0, { F2(1, 4), F2(3, 1), F1(1) }, { { 0 } }, { { ADD, 0, 1 }, { SUB, 3, 2 } } },
    /* 42: a strong carry of another dtype is not helped; 43: nor one of another shape */
    { 2, 1, { 2 }, 0, { I0, F1(3) }, { { 0 } }, { { DO_SCAN, 0, 1, 1, 2, 2 }, { ADD, 0, 1 } } },
    { 1, 1, { 2 }, 0, { F2(3, 2) }, { { 0 } }, { NUM(0), { DO_SCAN, 1, 0, 2, 2, 2 }, { DO_PRINT }, { ADD, 0, 1 } } },
    /* 44: bf16 rounds after each operation */
    { 1, 1, { 4 }, 0, { B1(40) }, { { 0 } }, { { MUL, 0, 0 }, { MUL, 1, 0 }, { ADD, 2, 0 }, { SUB, 3, 1 } } },
    /* 45: a weak float as a carry stays weak if it comes out as one */
    { 1, 1, { 2 }, 0, { I1(3) }, { { 0 } }, { NUM(1), { DO_SCAN, 1, 0, 2, 2, 2 }, { DO_PRINT }, { MUL, 0, 1 } } },
    /* 46: a small argument that dies while a large result is made */
    { 2, 1, { 3 }, 1, { F0, F1(5) }, { { 0 } }, { { MUL, 0, 1 }, { SUB, 2, 1 } } },
    /* 47: keeps a tracer, which is cast by 48, selected by 49, the first carry of 50 and the rows of 51; 52: whose shape
     * would not do either */
    { 1, 1, { 0 }, 0, { F1(3) }, { { 0 } }, { { DO_KEEP, 0 } } },
    { 1, 1, { 2 }, 0, { F1(3) }, { { 0 } }, { { DO_KEPT }, { DO_CAST, 1, F32 } } },
    { 1, 1, { 4 }, 0, { F1(3) }, { { 0 } }, { NUM(0), { LT, 0, 1 }, { DO_KEPT }, { SELECT, 2, 0, 3 } } },
    { 1, 1, { 2 }, 0, { F2(4, 3) }, { { 0 } }, { { DO_KEPT }, { DO_SCAN, 1, 0, 1, 2, 2 }, { ADD, 0, 1 } } },
    { 1, 1, { 2 }, 0, { F0 }, { { 0 } }, { { DO_KEPT }, { DO_SCAN, 0, 1, 1, 2, 2 }, { ADD, 0, 1 } } },
    { 1, 1, { 2 }, 0, { F1(4) }, { { 0 } }, { { DO_KEPT }, { ADD, 0, 1 } } },
    /* 53: a cast that does nothing, of an array that nobody needs afterwards */
    { 1, 1, { 0 }, 0, { F1(3) }, { F1(2) }, { { DO_ARRAY, 0 }, { DO_CAST, 1, F32 } } },
    /* 54: ifs of numbers: two are true */
    { 1, 1, { 0 }, 0, { F0 }, { { 0 } },
      { NUM(.5), { DO_IF, 1 }, NUM(0), { DO_IF, 2 }, INTEGER(0), { DO_IF, 3 }, INTEGER(-2), { DO_IF, 4 } } },
    /* 55: a donated argument that is a result itself */
    { 1, 2, { 0, 2 }, 1, { F1(6) }, { { 0 } }, { NUM(2), { MUL, 0, 1 } } },
    /* 56: a sum that rounds at every step */
    { 1, 1, { 2 }, 0, { F1(WIDE) }, { { 0 } }, { { MUL, 0, 0 }, { SUM, 1 } } },
    /* 57: rows that are weak */
    { 1, 2, { 6, 7 }, 0, { F1(4) }, { { 0 } },
      { NUM(0), { LT, 0, 1 }, INTEGER(1), { ADD, 2, 3 }, INTEGER(0), { DO_SCAN, 5, 4, 1, 2, 2 }, { ADD, 0, 1 } } },
};
enum { WRITTEN = sizeof written / sizeof *written };

/* What each is about, for whoever fails. */
static const char *const about[WRITTEN] = {
    "two arguments and a number",
    "an array from outside, and an argument that nobody uses",
    "it prints twice",
    "a tracer that was kept by the function before",
    "an if of a tracer",
    "an if of a number",
    "bf16 with a number, then with f32",
    "i32 with 1.5, then with bf16",
    "select with a number",
    "a sum of two BOOL",
    "a condition that is not BOOL",
    "shapes that do not go together",
    "a column and a row",
    "scan from the number 0.0",
    "scan, bf16 becomes f32",
    "scan, y is the carry that came in",
    "scan over rows",
    "scan, x is the next carry",
    "scan from the number 7",
    "scan, whose body uses a tracer from outside",
    "a tracer of scan's body, outside",
    "casts that do nothing, and that do",
    "casts, of large numbers too",
    "results that nobody computes",
    "two arrays, one of them twice",
    "an equation that nobody needs",
    "integers that wrap",
    "sums",
    "more than 26 names",
    "a scan in a scan",
    "scan over a single number",
    "scan, its carry and y are numbers",
    "a kept tracer as the result",
    "select, the condition is the widest",
    "i32 < f32",
    "a weak argument",
    "BOOL with a number",
    "five operations in a row",
    "five operations on a donated argument",
    "a donated argument that is needed late",
    "scan, the carry is used again",
    "a column, a row and a single one",
    "scan, i32 becomes f32",
    "scan, the carry becomes a row",
    "bf16 rounds after each operation",
    "scan, a weak carry stays weak",
    "a small donated argument",
    "it keeps its argument",
    "a kept tracer, cast to its own type",
    "a kept tracer, as the last operand of select",
    "a kept tracer, as the first carry of a scan",
    "a kept tracer, as the rows of a scan",
    "a kept tracer, whose shape would not do",
    "an array, cast to its own type",
    "ifs of numbers",
    "a donated argument that is a result",
    "a sum that rounds at every step",
    "scan over weak rows",
};

static void write_down(const struct written *w, int32_t *row)
{
    int n = 0;
    memset(row, 0, FN * ROW * sizeof *row);
    while (n < 32 && memcmp(w->step[n], (int[ROW]){ 0 }, sizeof w->step[n]))
        n++;
    memcpy(row, (int32_t[]){ w->nin, w->nout, w->out[0], w->out[1], w->out[2], n, w->donated }, 7 * sizeof *row);
    for (int k = 0; k < w->nin; k++)
        memcpy(row + (1 + k) * ROW, w->type[k], sizeof w->type[k]);
    for (int k = 0; k < 2; k++)
        memcpy(row + (1 + ARGS + k) * ROW, w->array[k], sizeof w->array[k]);
    memcpy(row + STEPS * ROW, w->step, (size_t)n * sizeof w->step[0]);
}

/* ------------------------------------------------------------------------------------------------- drawn */

struct drawing {
    uint64_t *s;
    int32_t *row;
    struct ty type[REGS];
    char number[REGS];
    double most[REGS]; /* no value is larger */
    int n, steps;
};

static void draw_type(struct drawing *d, int R, int C, int32_t *r)
{
    static const int likely[] = { F32, F32, F32, BF16, BF16, I32, I32 };
    int rank = of(d->s, 3), down = of(d->s, 4) ? R : 1, right = of(d->s, 4) ? C : 1;
    r[0] = likely[of(d->s, 7)];
    r[1] = r[0] != BF16 && rank == 0 && of(d->s, 4) == 0;
    r[2] = rank, r[3] = rank == 2 ? down : rank ? right : 0, r[4] = rank == 2 ? right : 0;
}

static int32_t *next_step(struct drawing *d)
{
    return d->row + (STEPS + d->steps++) * ROW;
}

static void put(struct drawing *d, struct ty t, int number, double most)
{
    d->type[d->n] = t, d->number[d->n] = (char)number, d->most[d->n++] = most;
}

static void draw_number(struct drawing *d)
{
    int32_t *s = next_step(d);
    s[0] = DO_NUMBER, s[1] = of(d->s, 2), s[2] = (of(d->s, 11) - 5) * (s[1] ? 1 : 2);
    put(d, (struct ty){ s[1] ? F32 : I32, 1, 0, { 0, 0 } }, 1, 5);
}

static void draw_op(struct drawing *d)
{
    int a = of(d->s, d->n), b = of(d->s, 3) ? d->n - 1 : of(d->s, d->n), op = of(d->s, SUM + 1);
    struct ty t = d->type[a];
    double most = d->most[a];
    if (d->number[a] || (d->number[b] && op == SELECT))
        return;
    int c = op == SELECT ? -1 : 0;
    for (int k = 0; k < d->n && c < 0; k++)
        if (d->type[k].dtype == BOOL && ty_meet(d->type[k], t, &t) == OK)
            c = k;
    t = d->type[a];
    if (c < 0 || (op != NEG && op != SUM && ty_meet(d->type[a], d->type[b], &t) != OK))
        return;
    if (op == SELECT && ty_shape(t, d->type[c], &t) != OK)
        return;
    if (op != SELECT && t.dtype == BOOL)
        return;
    most = op == MUL ? most * d->most[b] : op == SUM ? 64 * most : most + d->most[b];
    if (most > 1e9)
        return;
    int32_t *s = next_step(d);
    s[0] = op;
    memcpy(s + 1, op == SELECT ? (int32_t[]){ c, a, b } : (int32_t[]){ a, b, 0 }, 3 * sizeof *s);
    if (op == SUM)
        t.rank = t.dim[0] = t.dim[1] = 0;
    if (op == LT)
        t.dtype = BOOL, t.weak = 0;
    put(d, t, 0, op == LT ? 1 : most);
}

/* carry and x meet in a few sums; the body's registers are 0, 1 and what follows. */
static void draw_scan(struct drawing *d)
{
    int c = of(d->s, d->n), x = of(d->s, d->n), n = 1 + of(d->s, 2);
    struct ty row = row_type(d->type[x]), t;
    if (d->number[x] || !d->type[x].rank || d->type[c].rank > 1 || ty_meet(d->type[c], row, &t) != OK ||
        t.dtype == BOOL)
        return;
    if (t.rank != d->type[c].rank || t.dim[0] != d->type[c].dim[0] || d->most[c] + d->most[x] > 1e5)
        return;
    if (d->type[c].weak ? 0 : !ty_same(t, d->type[c]))
        return;
    int32_t *s = next_step(d);
    memcpy(s, (int32_t[]){ DO_SCAN, c, x, n, 1 + n, of(d->s, n + 2) }, 6 * sizeof *s);
    for (int k = 0; k < n; k++) {
        int32_t *b = next_step(d);
        b[0] = (int[]){ ADD, SUB, MAX }[of(d->s, 3)];
        b[1] = k ? 1 + k : 0, b[2] = 1;
    }
    struct ty y = s[5] == 1 ? row : t;
    struct ty all = { y.dtype, y.weak, y.rank + 1, { d->type[x].dim[0], y.rank ? y.dim[0] : 0 } };
    double most = d->most[c] + 12 * d->most[x];
    put(d, t, 0, most), put(d, all, 0, most);
}

static void draw_cast(struct drawing *d)
{
    int a = of(d->s, d->n), to = of(d->s, 4);
    struct ty t = d->type[a];
    if (d->number[a])
        return;
    int32_t *s = next_step(d);
    s[0] = DO_CAST, s[1] = a, s[2] = to;
    t.dtype = to, t.weak = 0;
    put(d, t, 0, d->most[a]);
}

static void draw_array(struct drawing *d)
{
    int32_t *s = next_step(d);
    s[0] = DO_ARRAY, s[1] = of(d->s, 2);
    put(d, ty_of(d->row + (1 + ARGS + s[1]) * ROW), 0, 4);
}

static void draw_once(uint64_t *s, int32_t *row, int wild)
{
    struct drawing d = { .s = s, .row = row };
    int R = 2 + of(s, 3), C = 2 + of(s, 4), want = 4 + of(s, 14);
    memset(row, 0, FN * ROW * sizeof *row);
    row[0] = 1 + of(s, 3), row[1] = 3, row[6] = of(s, 8);
    for (int k = 0; k < row[0]; k++) {
        draw_type(&d, R, C, row + (1 + k) * ROW);
        put(&d, ty_of(row + (1 + k) * ROW), 0, 4);
    }
    for (int k = 0; k < ARRAYS; k++) {
        draw_type(&d, R, C, row + (1 + ARGS + k) * ROW);
        row[(1 + ARGS + k) * ROW + 1] = 0;
    }
    for (int k = 0; k < 3 * want && d.steps < want; k++) {
        int which = of(s, 20);
        if (which < 12)
            draw_op(&d);
        else if (which < 14)
            draw_number(&d);
        else if (which < 16)
            draw_scan(&d);
        else if (which < 18)
            draw_cast(&d);
        else if (which < 19)
            draw_array(&d);
        else if (wild)
            next_step(&d)[0] = DO_PRINT;
        if (wild && d.n > 3 && of(s, 60) == 0) { /* what may go wrong */
            int32_t *x = next_step(&d);
            x[0] = of(s, SUM + 1), x[1] = of(s, row[0]), x[2] = of(s, d.n), x[3] = of(s, d.n);
            put(&d, d.type[0], 0, 1e8);
        }
    }
    for (int k = 0; k < row[1]; k++)
        row[2 + k] = d.n - 1 - (k ? of(s, d.n < 7 ? d.n : 7) : 0); /* the last ones, so that little is unneeded */
    row[5] = d.steps;
}

static void draw_function(uint64_t *s, int32_t *row, int wild)
{
    static struct play p;
    static char text[TEXT];
    struct reg out[3];
    do {
        memset(&p, 0, sizeof p);
        draw_once(s, row, wild);
    } while (!wild && expect(&p, row, text, out) != OK);
}

#endif
