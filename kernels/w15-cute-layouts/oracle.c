/*
 * oracle.c: what is right in w15-cute-layouts, by brute force: a layout is the table of its offsets, and the expected
 * result of an operation is the least list of leaves that has the wanted table. No rule of the algebra is used to make
 * a result; whether one is refused follows lab.h, with prefix products in place of the reference's walk. A result that
 * the rules allow and the tables don't is our fault (-1).
 */
#include <ridge/oracle.h>

#include <inttypes.h>
#include <stdlib.h>

#include "layouts.h"

enum op { SIZE = 1, IDX2CRD, CRD2IDX, COALESCE, COMPOSITION, COMPLEMENT, DIVIDE, ZIPPED, SWIZZLE, BANKS };

/* --- tables ----------------------------------------------------------------------------------------------------- */

/* The offset of linear index i into the leaves of L, in order. */
static int64_t at(const struct lay *L, int64_t i)
{
    int64_t sum = 0, below = 1;
    for (int k = 0; k < L->n; k++) {
        const struct node *x = L->at + k;
        if (x->kids)
            continue;
        sum += (k == L->n - 1 ? i / below : i / below % x->shape) * x->stride;
        below *= x->shape;
    }
    return sum;
}

/* The least leaves with the offsets t[0], t[1], ..., t[n-1] at the end of r; 0 when there are none. */
static int leaves_of_table(const int64_t *t, int64_t n, struct lay *r)
{
    struct node leaf[NODES];
    int count = 0;
    for (int64_t step = 1; step < n;) {
        int64_t d = t[step] - t[0], run = 1, left = n / step;
        while (run < left && t[run * step] == t[0] + run * d)
            run++;
        if (left % run || count == NODES)
            return 0;
        for (int64_t i = 0; i < left; i++)
            if (t[i * step] != t[i / run * run * step] + i % run * d)
                return 0;
        leaf[count++] = (struct node){ run, d, 0 };
        step *= run;
    }
    if (r->n + count + 1 > NODES)
        return 0;
    if (count == 0)
        leaf[count++] = (struct node){ 1, 0, 0 };
    if (count > 1)
        r->at[r->n++] = (struct node){ 0, 0, count };
    memcpy(r->at + r->n, leaf, (size_t)count * sizeof *leaf);
    r->n += count;
    return 1;
}

/* The leaves that A o s:d comes to, at the end of r. */
static int compose_table(const struct lay *A, int64_t s, int64_t d, struct lay *r)
{
    int64_t *t = malloc((size_t)s * sizeof *t);
    for (int64_t j = 0; t && j < s; j++)
        t[j] = at(A, j * d);
    int ok = t && leaves_of_table(t, s, r);
    free(t);
    return ok;
}

static int coalesced(const struct lay *L, struct lay *r)
{
    r->n = 0;
    return compose_table(L, size_of(L), 1, r);
}

/* --- what is refused -------------------------------------------------------------------------------------------- */

static int by_stride(const void *a, const void *b)
{
    const struct node *x = a, *y = b;
    return (x->stride > y->stride) - (x->stride < y->stride);
}

/* The leaves of L that move, by stride; their number, or -1 when L meets itself. */
static int chain(const struct lay *L, struct node leaf[NODES])
{
    int n = 0;
    for (int k = 0; k < L->n; k++)
        if (!L->at[k].kids && L->at[k].shape > 1 && L->at[k].stride > 0)
            leaf[n++] = L->at[k];
    qsort(leaf, (size_t)n, sizeof *leaf, by_stride);
    for (int k = 1; k < n; k++)
        if (leaf[k].stride % (leaf[k - 1].shape * leaf[k - 1].stride))
            return -1;
    return n;
}

/* Why A o s:d is refused, a being the leaves of A coalesced; NULL: it is not. */
static const char *refuse_leaf(const struct node *a, int n, int64_t s, int64_t d)
{
    int64_t below = 1;
    int k = 0;
    if (s == 1 || d == 0)
        return NULL;
    while (k < n - 1 && d % (below * a[k].shape) == 0)
        below *= a[k++].shape;
    int64_t rest = d / below;
    if (k == n - 1)
        return NULL;
    if (a[k].shape % rest)
        return "a stride does not divide out";
    for (int64_t part = a[k].shape / rest; k < n - 1 && s > part; part = a[k].shape) {
        if (s % part)
            return "a size does not fit";
        s /= part;
        k++;
    }
    return NULL;
}

static const char *refuse_composition(const struct lay *A, const struct lay *B)
{
    struct node leaf[NODES];
    struct lay a;
    if (cosize_of(B) > size_of(A))
        return "B leaves A";
    if (chain(B, leaf) < 0)
        return "B meets itself";
    if (!coalesced(A, &a))
        return NULL;
    int tuple = a.at[0].kids > 0;
    for (int k = 0; k < B->n; k++) {
        const struct node *x = B->at + k;
        const char *why = x->kids ? NULL : refuse_leaf(a.at + tuple, a.n - tuple, x->shape, x->stride);
        if (why)
            return why;
    }
    return NULL;
}

/* --- expected results: 1, 0 for LAY_BAD with *why, -1 for our fault --------------------------------------------- */

static int composition(const struct lay *A, const struct lay *B, struct lay *r, const char **why)
{
    r->n = 0;
    *why = refuse_composition(A, B);
    if (*why)
        return 0;
    for (int k = 0; k < B->n; k++) {
        const struct node *x = B->at + k;
        if (x->kids && r->n < NODES)
            r->at[r->n++] = *x;
        else if (!compose_table(A, x->shape, x->stride, r))
            return -1;
    }
    for (int64_t i = 0; i < size_of(B); i++)
        if (at(r, i) != at(A, at(B, i)))
            return -1;
    return 1;
}

/* Which places of [0, limit) does nobody have? Each gets a repetition of A's offsets, in rising order. */
static int64_t fill_places(const struct node *leaf, int n, int64_t limit, char *taken, int64_t *start)
{
    struct lay moves = { .n = n };
    int64_t found = 0;
    memcpy(moves.at, leaf, (size_t)n * sizeof *leaf);
    for (int64_t x = 0; x < limit; x++) {
        if (taken[x])
            continue;
        start[found++] = x;
        for (int64_t i = 0; i < (n ? size_of(&moves) : 1); i++) {
            int64_t place = x + (n ? at(&moves, i) : 0);
            if (place >= limit || taken[place])
                return -1;
            taken[place] = 1;
        }
    }
    return found;
}

static int complement(const struct lay *A, int64_t M, struct lay *r, const char **why)
{
    struct node leaf[NODES];
    int n = chain(A, leaf), ok = 0;
    r->n = 0;
    *why = n < 0 ? "A meets itself" : NULL;
    if (n < 0)
        return 0;
    int64_t whole = n ? leaf[n - 1].shape * leaf[n - 1].stride : 1, limit = (M + whole - 1) / whole * whole;
    char *taken = calloc((size_t)limit, 1);
    int64_t *start = malloc((size_t)limit * sizeof *start);
    int64_t found = taken && start ? fill_places(leaf, n, limit, taken, start) : -1;
    ok = found > 0 && leaves_of_table(start, found, r);
    free(taken);
    free(start);
    return ok ? 1 : -1;
}

static int divide(const struct lay *A, const struct lay *B, struct lay *r, const char **why)
{
    struct lay rest, both;
    int got = complement(B, size_of(A), &rest, why);
    if (got < 1)
        return got;
    tuple(&both, 2, (const struct lay *const[]){ B, &rest });
    return composition(A, &both, r, why);
}

static int zipped(const struct lay *A, int n, const struct lay *B, struct lay *r, const char **why)
{
    struct lay in[8], rest[8], half[2], mode, tile, cut;
    const struct lay *pin[8], *prest[8];
    int rank = A->at[0].kids ? (int)A->at[0].kids : 1;
    *why = n < 1 ? "n is less than 1" : "n is more than A's rank";
    if (n < 1 || n > rank)
        return 0;
    for (int k = 0; k < rank; k++) {
        mode_of(A, k, &mode);
        pin[k] = &in[k], prest[k] = &rest[k];
        rest[k] = mode;
        if (k >= n)
            continue;
        mode_of(B, k, &tile);
        int got = divide(&mode, &tile, &cut, why);
        if (got < 1)
            return got;
        mode_of(&cut, 0, &in[k]);
        mode_of(&cut, 1, &rest[k]);
    }
    tuple(&half[0], n, pin);
    tuple(&half[1], rank, prest);
    tuple(r, 2, (const struct lay *const[]){ &half[0], &half[1] });
    return 1;
}

static int64_t swizzled(int64_t bits, int64_t base, int64_t shift, int64_t x)
{
    int64_t y = x;
    for (int64_t b = 0; b < bits; b++) {
        int64_t from = shift < 0 ? base + b : base + shift + b, to = shift < 0 ? base - shift + b : base + b;
        y ^= (x >> from & 1) << to;
    }
    return y;
}

/* Ways of the worst conflict, by asking of each bank and each lane. */
static int64_t ways(const struct lay *L, const int64_t *ask)
{
    int64_t size = size_of(L), elem = ask[3], width = ask[4], group = width <= 4 ? 32 : 128 / width, most = 1;
    for (int64_t i = 0; i < size; i++)
        if (elem * swizzled(ask[0], ask[1], ask[2], at(L, i)) % width)
            return -1;
    for (int64_t first = 0; first < size; first += group)
        for (int64_t bank = 0; bank < 32; bank++) {
            int64_t word[128], n = 0;
            for (int64_t i = first; i < size && i < first + group; i++)
                for (int64_t b = 0; b < width; b += 2) {
                    int64_t w = (elem * swizzled(ask[0], ask[1], ask[2], at(L, i)) + b) / 4, k = 0;
                    while (k < n && word[k] != w)
                        k++;
                    if (w % 32 == bank && k == n)
                        word[n++] = w;
                }
            most = n > most ? n : most;
        }
    return most;
}

/* --- judging ---------------------------------------------------------------------------------------------------- */

static const char *const NAME[] = { "", "layout_size", "idx2crd", "crd2idx", "coalesce", "composition", "complement",
                                    "logical_divide", "zipped_divide", "swizzle", "bank_conflicts" };

/* "composition((6,2):(8,2), 4:3)": the call of a row, as a message shows it. */
static void show_call(char *to, size_t room, int op, const struct row *q)
{
    char A[120], B[120];
    show(A, sizeof A, &q->A);
    show(B, sizeof B, &q->B);
    const int64_t *k = q->ask;
    if (op == SIZE || op == COALESCE)
        snprintf(to, room, "%s(%s)", NAME[op], A);
    else if (op == IDX2CRD || op == COMPLEMENT)
        snprintf(to, room, "%s(%s, %" PRId64 ")", NAME[op], A, k[0]);
    else if (op == CRD2IDX)
        snprintf(to, room, "%s(%s, %" PRId64 ", {%" PRId64 ", %" PRId64 ", %" PRId64 ", ...})", NAME[op], A, k[0],
                 k[1], k[2], k[3]);
    else if (op == COMPOSITION || op == DIVIDE)
        snprintf(to, room, "%s(%s, %s)", NAME[op], A, B);
    else if (op == ZIPPED)
        snprintf(to, room, "%s(%s, %" PRId64 ", modes of %s)", NAME[op], A, k[0], B);
    else if (op == SWIZZLE)
        snprintf(to, room, "Swizzle<%" PRId64 ",%" PRId64 ",%" PRId64 "> of %" PRId64, k[0], k[1], k[2], k[3]);
    else
        snprintf(to, room, "bank_conflicts(%s, <%" PRId64 ",%" PRId64 ",%" PRId64 ">, elem %" PRId64 ", width %" PRId64
                 ")", A, k[0], k[1], k[2], k[3], k[4]);
}

static int number(struct ridge_verdict *v, int op, const struct row *q, const char *what, int64_t got, int64_t want)
{
    char call[300];
    if (got == want)
        return 1;
    show_call(call, sizeof call, op, q);
    snprintf(v->message, sizeof v->message, "mismatch: %s%s: expected %" PRId64 ", yours %" PRId64, call, what, want,
             got);
    return 0;
}

/* A made layout. `want`: 1, what it has to be; 0, it has to be refused and left alone, being `before`. */
static int made(struct ridge_verdict *v, int op, const struct row *q, const struct reply *got, int ok,
                const struct lay *want, const struct lay *before, const char *why)
{
    char call[300], mine[90] = "no layout", wanted[90];
    show_call(call, sizeof call, op, q);
    if (got->status != (ok ? 0 : -1)) {
        show(wanted, sizeof wanted, want);
        snprintf(v->message, sizeof v->message, "mismatch: %s returns %" PRId64 ", expected %s (%s)", call, got->status,
                 ok ? "LAY_OK" : "LAY_BAD", ok ? wanted : why);
        return 0;
    }
    int whole = well_formed(&got->made);
    if (whole)
        show(mine, sizeof mine, &got->made);
    show(wanted, sizeof wanted, ok ? want : before);
    if (whole && same(&got->made, ok ? want : before))
        return 1;
    snprintf(v->message, sizeof v->message, ok ? "mismatch: %s: expected %s, yours %s"
             : "mismatch: %s is LAY_BAD, and the result was to stay %s, yours is %s", call, wanted, mine);
    return 0;
}

static int numbers(struct ridge_verdict *v, int op, const struct row *q, const int64_t *got)
{
    const int64_t *k = q->ask;
    const struct lay *A = &q->A;
    int64_t want[32], n = 1;
    if (op == SIZE) {
        return number(v, op, q, "", got[0], size_of(A)) && number(v, op, q, ", layout_cosize", got[1], cosize_of(A));
    } else if (op == IDX2CRD) {
        n = 1 + coordinate(A, k[0], want + 1);
        want[0] = n - 1;
    } else if (op == CRD2IDX) {
        want[0] = offset_of(A, k[0], k + 1);
    } else {
        want[0] = op == SWIZZLE ? swizzled(k[0], k[1], k[2], k[3]) : ways(A, k);
    }
    for (int64_t j = 0; j < n; j++) {
        char what[40] = "";
        if (op == IDX2CRD)
            snprintf(what, sizeof what, j ? ", crd[%" PRId64 "]" : ", leaves", j - 1);
        if (!number(v, op, q, what, got[j], want[j]))
            return 0;
    }
    return 1;
}

static int layouts(struct ridge_verdict *v, int op, const struct row *q, const int64_t *got, size_t k)
{
    static const struct lay untouched = { 1, { { 7, 7, 0 } } };
    struct lay want;
    struct reply reply;
    const char *why = "";
    int ok = op == COALESCE      ? coalesced(&q->A, &want) ? 1 : -1
             : op == COMPOSITION ? composition(&q->A, &q->B, &want, &why)
             : op == COMPLEMENT  ? complement(&q->A, q->ask[0], &want, &why)
             : op == DIVIDE      ? divide(&q->A, &q->B, &want, &why)
                                 : zipped(&q->A, (int)q->ask[0], &q->B, &want, &why);
    if (ok < 0)
        return -1;
    read_lay(got + 1, &reply.made);
    reply.status = got[0];
    const struct lay *over = k % 4 == 3 && (op == COMPOSITION || op == DIVIDE) ? &q->B : &q->A;
    return made(v, op, q, &reply, ok, &want, k % 2 ? over : &untouched, why);
}

/* Behind a reply harness.c writes nothing. */
static int zeros(struct ridge_verdict *v, const int64_t *got, int64_t from)
{
    for (int64_t k = from; k < OUT; k++)
        if (got[k]) {
            snprintf(v->message, sizeof v->message, "mismatch: something was written behind a reply");
            return 0;
        }
    return 1;
}

static int verify(const struct ridge_case *c, struct ridge_verdict *v, int op)
{
    const struct ridge_buffer *rows = ridge_buffer(c, "rows");
    const int64_t *got = ridge_data(c, "out");
    if (!rows || !got)
        return -1;
    v->pass = 1;
    for (size_t k = 0; k < rows->count / ROW && v->pass; k++, got += OUT) {
        struct row q;
        read_row((const int64_t *)rows->data + k * ROW, &q);
        int made_one = op >= COALESCE && op <= ZIPPED;
        int ok = made_one ? layouts(v, op, &q, got, k) : numbers(v, op, &q, got);
        if (ok < 0)
            return -1;
        v->pass = ok && zeros(v, got, made_one ? 2 + 3 * got[1] : op == IDX2CRD ? 1 + got[0] : 1 + (op == SIZE));
    }
    return 0;
}

#define VERIFY(name, op)                                                     \
    int name##_verify(const struct ridge_case *c, struct ridge_verdict *v);  \
    int name##_verify(const struct ridge_case *c, struct ridge_verdict *v)   \
    {                                                                        \
        return verify(c, v, op);                                             \
    }

VERIFY(size, SIZE)
VERIFY(idx2crd, IDX2CRD)
VERIFY(crd2idx, CRD2IDX)
VERIFY(coalesce, COALESCE)
VERIFY(composition, COMPOSITION)
VERIFY(complement, COMPLEMENT)
VERIFY(divide, DIVIDE)
VERIFY(zipped, ZIPPED)
VERIFY(swizzle, SWIZZLE)
VERIFY(banks, BANKS)

/* --- inputs ----------------------------------------------------------------------------------------------------- */

#include "inputs.h"

int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int op = (int)ridge_int(c, "op"), kind = (int)ridge_int(c, "kind");
    if (!b || b->dtype != RIDGE_I64 || op < SIZE || op > BANKS)
        return -1;
    for (size_t k = 0; k < b->count / ROW; k++) {
        struct row q = { 0 };
        if (kind == KNOWN ? !known_row(op, k, &q) : !drawn_row(op, kind, &seed, &q))
            return -1;
        write_row(&q, (int64_t *)b->data + k * ROW);
    }
    return 0;
}
