/*
 * report.c: the runtime's JSON lines as ridge.simt/1. They come from a program that may write there what it
 * likes: every loop has a cap, a line that is not what it should be is left out, and the report says so.
 */
#define _GNU_SOURCE
#include "simt.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "counters.h"
#include "follows.h"
#include "map.h"
#include "time.h"
#include "runner/simt/include/simt/abi.h"
#include "runner/simt/include/simt/rows.h"

enum {
    ROWS = 1 << 16,
    LINES = 4096,
    LINE_SLOTS = 4 * LINES,
    ERRORS = 1024,
    ERROR_ROWS = 1 << 17,
    LAUNCHES = 20000,
    PCS = 1 << 18,
    BATCH = 1 << 20 /* bytes of lines that are kept until their places are known */
};
enum { PC = 0 }; /* the first column of every row */
_Static_assert(!ACCESS_PC && !BLOCK_PC && !SYNC_PC, "every row begins with its pc");
#define COUNT_MOST 100000000000LL /* of one error; all of them add up to less than a json_int_t holds */

struct line {
    const char *file, *function;
    int line;
    struct sums sums;
};

struct report {
    const struct simt_raw *in;
    struct simt_map *map;
    json_t *launches, *errors, *notes;
    json_t *batch; /* lines that wait for the places of their pcs */
    uint32_t *pcs; /* the pcs that the lines of the batch wait for */
    size_t npcs, batch_bytes, bad_lines, error_rows; /* error_rows: looked at, of all launches */
    struct line *line; /* of the launch at hand */
    size_t nlines;
    int said_joined;
    uint16_t *slot; /* hash of (file, line, function) to index + 1 */
};

/* Text of the program's as JSON may hold it. */
static json_t *safe_text(const char *s)
{
    char *clean = util_clean(s, strnlen(s, 1024), 0);
    json_t *t = json_string(clean ? clean : "?");
    free(clean);
    return t ? t : json_string("?");
}

/* As a sentence begins and ends; a name in front ("cudaMemcpy: …") stays as it is. */
static json_t *safe_sentence(const char *s)
{
    char text[1100];
    snprintf(text, sizeof text, "%.1024s", s);
    size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    if (word && text[word] == ' ')
        text[0] = (char)toupper((unsigned char)text[0]);
    err_full_stop(text, sizeof text);
    return safe_text(text);
}

static void note(struct report *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void note(struct report *r, const char *fmt, ...)
{
    char *s = NULL;
    va_list ap;
    va_start(ap, fmt);
    if (vasprintf(&s, fmt, ap) >= 0 && json_array_size(r->notes) < 32)
        json_array_append_new(r->notes, safe_text(s));
    va_end(ap);
    free(s);
}

static json_int_t integer(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

/* ---- lines --------------------------------------------------------------------------------------------- */

/* The sums of a place; NULL when it has none, or there are too many. */
static struct sums *line_of(struct report *r, struct simt_place p)
{
    if (!*p.file || p.line <= 0)
        return NULL;
    uint32_t h = 2166136261u ^ (uint32_t)p.line;
    for (const char *c = p.file; *c; c++)
        h = (h ^ (unsigned char)*c) * 16777619u;
    for (const char *c = p.function; *c; c++)
        h = (h ^ (unsigned char)*c) * 16777619u;
    for (uint32_t k = h % LINE_SLOTS;; k = (k + 1) % LINE_SLOTS) {
        if (!r->slot[k]) {
            if (r->nlines == LINES)
                return NULL;
            r->line[r->nlines] = (struct line){p.file, p.function, p.line, {{0}}};
            r->slot[k] = (uint16_t)++r->nlines;
        }
        struct line *l = &r->line[r->slot[k] - 1];
        if (l->line == p.line && !strcmp(l->file, p.file) && !strcmp(l->function, p.function))
            return &l->sums;
    }
}

static int by_line(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    int c = strcmp(x->file, y->file);
    return c ? c : x->line != y->line ? x->line - y->line : strcmp(x->function, y->function);
}

static json_t *lines_json(struct report *r)
{
    json_t *list = json_array();
    qsort(r->line, r->nlines, sizeof *r->line, by_line);
    for (size_t k = 0; k < r->nlines; k++) {
        json_t *o = json_object();
        json_object_set_new(o, "file", safe_text(r->line[k].file));
        json_object_set_new(o, "line", json_integer(r->line[k].line));
        json_object_set_new(o, "function", safe_text(r->line[k].function));
        sums_line(&r->line[k].sums, o);
        json_array_append_new(list, o);
    }
    memset(r->slot, 0, LINE_SLOTS * sizeof *r->slot);
    r->nlines = 0;
    return list;
}

/* ---- errors -------------------------------------------------------------------------------------------- */

static json_t *triple(json_int_t x, json_int_t y, json_int_t z)
{
    return json_pack("[I,I,I]", x, y, z);
}

/* A linear index in a box of d[0] x d[1] x …; null for none. */
static json_t *position(json_int_t linear, const json_int_t d[3])
{
    if (linear < 0 || d[0] < 1 || d[1] < 1)
        return json_null();
    json_int_t x = linear % d[0], y = linear / d[0] % d[1], z = linear / d[0] / d[1];
    return triple(x, y, z);
}

static json_t *error_other(const struct report *r, const json_t *e, const json_int_t grid[3],
                           const json_int_t block[3])
{
    json_int_t pc = integer(e, "other_pc"), thread = integer(e, "other_thread");
    if (pc <= 0 && thread < 0)
        return json_null();
    struct simt_place p = map_place(r->map, (uint32_t)pc);
    json_t *o = json_object();
    json_object_set_new(o, "file", safe_text(p.file));
    json_object_set_new(o, "line", json_integer(p.line));
    json_object_set_new(o, "thread", position(thread, block));
    json_object_set_new(o, "block", position(integer(e, "other_block"), grid));
    return o;
}

static json_int_t count_of(const json_t *error)
{
    json_int_t n = integer(error, "count");
    return n < 0 ? 0 : n > COUNT_MOST ? COUNT_MOST : n;
}

static json_t *error_json(const struct report *r, const json_t *e, const json_int_t grid[3],
                          const json_int_t block[3])
{
    struct simt_place p = map_place(r->map, (uint32_t)integer(e, "pc"));
    json_t *o = json_object();
    json_object_set_new(o, "kind", safe_text(util_str(e, "kind", "?")));
    json_object_set_new(o, "file", safe_text(p.file));
    json_object_set_new(o, "line", json_integer(p.line));
    json_object_set_new(o, "function", safe_text(p.function));
    json_object_set_new(o, "thread", position(integer(e, "thread"), block));
    json_object_set_new(o, "block", position(integer(e, "block"), grid));
    json_object_set_new(o, "address", safe_text(util_str(e, "address", "0x0")));
    json_object_set_new(o, "size", json_integer(integer(e, "size")));
    json_object_set_new(o, "count", json_integer(count_of(e)));
    json_object_set_new(o, "message", safe_sentence(util_str(e, "text", "")));
    json_object_set_new(o, "other", error_other(r, e, grid, block));
    return o;
}

/* Template instances and inlined copies have a pc each; for the reader they are one place. */
static int same_place(const json_t *a, const json_t *b)
{
    return !strcmp(util_str(a, "kind", ""), util_str(b, "kind", "")) && integer(a, "line") > 0 &&
           integer(a, "line") == integer(b, "line") &&
           !strcmp(util_str(a, "file", ""), util_str(b, "file", "")) &&
           !strcmp(util_str(a, "function", ""), util_str(b, "function", "")) &&
           json_equal(json_object_get(a, "message"), json_object_get(b, "message"));
}

static json_t *error_at_place(const json_t *list, const json_t *error)
{
    size_t k;
    json_t *have;
    json_array_foreach(list, k, have)
        if (same_place(have, error))
            return have;
    return NULL;
}

/* One line, which the compiler has copied into both branches: the lanes are together on the device. */
static int is_copy(const json_t *e)
{
    const json_t *o = json_object_get(e, "other");
    return !strcmp(util_str(e, "kind", ""), "aligned") && o && integer(e, "line") == integer(o, "line") &&
           !strcmp(util_str(e, "file", ""), util_str(o, "file", ""));
}

/* The runtime writes a few hundred a launch at most. */
static void add_errors(struct report *r, json_t *to, const json_t *list, const json_int_t grid[3],
                       const json_int_t block[3])
{
    for (size_t k = 0; k < json_array_size(list) && k < ERRORS && json_array_size(to) < ERRORS; k++) {
        const json_t *e = json_array_get(list, k);
        if (!json_is_object(e) || r->error_rows == ERROR_ROWS)
            continue;
        json_t *one = error_json(r, e, grid, block), *have = error_at_place(to, one);
        if (have)
            json_object_set_new(have, "count", json_integer(integer(have, "count") + integer(one, "count")));
        else if (!is_copy(one))
            json_array_append(to, one);
        json_decref(one);
        if (++r->error_rows == ERROR_ROWS)
            note(r, "There were more than %d errors; those after are left out.", ERROR_ROWS);
    }
}

/* ---- a launch ------------------------------------------------------------------------------------------ */

static void dims(const json_t *l, const char *key, json_int_t d[3])
{
    for (size_t k = 0; k < 3; k++) {
        d[k] = json_integer_value(json_array_get(json_object_get(l, key), k));
        if (d[k] < 0 || d[k] > INT32_MAX)
            d[k] = 0;
    }
}

/* The code around the call of a kernel, which the rewriter has put into the launch's line: no device code. */
static int of_launch(struct simt_place p)
{
    return strstr(p.function, "{lambda((auto:1&)...)#") != NULL;
}

/* Bytes of the widest access to shared memory that nvcc made of this line; 0: not known. */
static int widest_at(const struct report *r, struct simt_place p, json_int_t op)
{
    char key[300];
    const char *slash = strrchr(p.file, '/');
    snprintf(key, sizeof key, "%s %.200s:%d", op == SIMT_WRITE ? "STS" : "LDS", slash ? slash + 1 : p.file, p.line);
    return (int)json_integer_value(json_object_get(r->in->widths, key));
}

static void add_rows(struct report *r, const json_t *l, struct sums *sum)
{
    size_t k;
    const json_t *row;
    json_array_foreach(json_object_get(l, "access"), k, row) {
        struct simt_place p = map_place(r->map, (uint32_t)json_integer_value(json_array_get(row, PC)));
        struct sums *s = line_of(r, p);
        int widest = widest_at(r, p, json_integer_value(json_array_get(row, ACCESS_OP)));
        sums_access(sum, row, widest);
        if (s)
            sums_access(s, row, widest);
        if (k >= ROWS)
            break;
    }
    json_array_foreach(json_object_get(l, "bb"), k, row) {
        uint32_t pc = (uint32_t)json_integer_value(json_array_get(row, PC));
        struct simt_place p = map_place(r->map, pc);
        if (of_launch(p))
            continue;
        struct sums *s = line_of(r, p);
        const struct simt_block *b = map_block(r->map, pc);
        sums_block(sum, row, b);
        if (s)
            sums_block(s, row, b);
        if (k >= ROWS)
            break;
    }
    json_array_foreach(json_object_get(l, "sync"), k, row) {
        struct sums *s = line_of(r, map_place(r->map, (uint32_t)json_integer_value(json_array_get(row, PC))));
        if (s)
            sums_sync(s, row);
        if (k >= ROWS)
            break;
    }
}

static void add_totals(const json_t *l, struct sums *s)
{
#define NAME(name) #name,
    static const char *const names[TOTALS] = {SIMT_TOTALS(NAME)};
#undef NAME
    static const struct {
        enum sum to;
        int unit;
    } t[TOTALS] = {
        [TOTAL_barriers] = {SUM_bar, 1},
        [TOTAL_shuffles] = {SUM_shfl, 1},
        [TOTAL_votes] = {SUM_vote, 1},
        [TOTAL_async_bytes] = {SUM_cpa_B, 1},
        [TOTAL_async_flight] = {SUM_cpa_flight, 1},
        [TOTAL_mma] = {SUM_mma, 1},
        [TOTAL_wgmma] = {SUM_wgmma, 1},
        [TOTAL_tensor_flop] = {SUM_flops_tensor, 1},
        [TOTAL_tma_bytes] = {SUM_tma_B, 1},
        [TOTAL_uniq_ld_sectors] = {SUM_g_uniq_ld, 32},
        [TOTAL_uniq_st_sectors] = {SUM_g_uniq_st, 32},
    };
    const json_t *totals = json_object_get(l, "totals");
    for (int k = 0; k < TOTALS; k++) {
        double v = (double)integer(totals, names[k]);
        s->v[t[k].to] += (v > 0 ? v : 0) * t[k].unit;
    }
}

/* [name, offset, size] of the static variables the launch touched. */
static long static_smem(const json_t *l)
{
    size_t k;
    const json_t *v;
    json_int_t sum = 0;
    json_array_foreach(json_object_get(l, "shared"), k, v) {
        json_int_t size = json_integer_value(json_array_get(v, 2));
        if (size > 0 && size < 1 << 20 && k < 256)
            sum += size;
    }
    return (long)sum;
}

static long registers(const struct report *r, const char *kernel)
{
    const json_t *n = r->in->regs ? json_object_get(r->in->regs, kernel) : NULL;
    return json_is_integer(n) ? (long)json_integer_value(n) : -1;
}

static json_t *estimate(const struct report *r, const json_t *l, const json_int_t block[3], const struct sums *sum,
                        const struct launch_facts *f)
{
    struct time_facts t = {.blocks = f->blocks,
                           .threads = (double)block[0] * (double)block[1] * (double)block[2],
                           .occupancy = f->occupancy,
                           .warps_sm = simt_warps_sm(r->in->arch),
                           .tensor_flop = sum->v[SUM_flops_tensor]};
    if (integer(l, "error") != 0 || f->occupancy <= 0)
        return json_null(); /* a launch that did not run takes no time */
    json_t *time = time_estimate(r->in->card, l, r->map, &t);
    return time ? time : json_null();
}

static void add_launch(struct report *r, const json_t *l)
{
    struct sums sum = {{0}};
    json_int_t grid[3], block[3], blocks = integer(l, "blocks"), traced = integer(l, "traced");
    dims(l, "grid", grid);
    dims(l, "block", block);
    const char *kernel = util_str(l, "kernel", "?");
    add_rows(r, l, &sum);
    add_totals(l, &sum);
    json_t *errors = json_array(), *o = json_object();
    size_t k;
    const json_t *e;
    add_errors(r, errors, json_object_get(l, "errors"), grid, block);
    if (json_object_get(l, "races_to"))
        note(r, "%.100s: from block %lld on, races in global memory are not looked for, since more accesses are "
                "remembered than there is room for.", kernel, (long long)integer(l, "races_to"));
    json_array_foreach(errors, k, e) {
        struct simt_place p = {util_str(e, "file", ""), util_str(e, "function", ""), (int)integer(e, "line")};
        struct sums *s = line_of(r, p);
        sums_error(&sum, util_str(e, "kind", ""), (double)integer(e, "count"));
        if (s)
            sums_error(s, util_str(e, "kind", ""), (double)integer(e, "count"));
    }
    struct launch_facts f = {
        .blocks = (double)blocks, .smem_static = static_smem(l), .regs = registers(r, kernel)};
    json_int_t dynamic = integer(l, "dyn_smem");
    f.smem = f.smem_static + (long)(dynamic > 0 && dynamic < 1 << 20 ? dynamic : 0);
    f.occupancy =
        simt_occupancy(r->in->arch, (double)block[0] * (double)block[1] * (double)block[2], f.regs, f.smem);
    json_object_set_new(o, "kernel", safe_text(kernel));
    json_object_set_new(o, "grid", triple(grid[0], grid[1], grid[2]));
    json_object_set_new(o, "block", triple(block[0], block[1], block[2]));
    json_object_set_new(o, "smem", json_integer(f.smem));
    json_object_set_new(o, "sampled",
                        blocks == traced ? json_null()
                                         : json_pack("{s:I s:I}", "traced", traced, "of", blocks));
    json_object_set_new(o, "counters", sums_launch(&sum, &f));
    if (sum.v[SUM_sh_joined] > 0 && !r->in->widths && !r->said_joined) {
        note(r, "%.100s: %.0f requests to shared memory are counted as parts of wider ones, as nvcc joins neighbouring "
                "words of 16 bytes. Where nvcc and nvdisasm are installed, --regs counts by the machine code of each "
                "line.", kernel, sum.v[SUM_sh_joined]);
        r->said_joined = 1;
    }
    if (r->in->card)
        json_object_set_new(o, "time", estimate(r, l, block, &sum, &f));
    json_object_set_new(o, "lines", lines_json(r)); /* after the errors: they have lines too */
    errors_fold(errors);
    json_object_set_new(o, "errors", errors);
    json_array_append_new(r->launches, o);
}

/* ---- the lines ----------------------------------------------------------------------------------------- */

static void want(struct report *r, json_int_t pc)
{
    if (pc > 0 && pc <= UINT32_MAX && r->npcs < PCS && !map_knows(r->map, (uint32_t)pc))
        r->pcs[r->npcs++] = (uint32_t)pc;
}

static void want_all(struct report *r, const json_t *doc)
{
    static const char *const rows[] = {"access", "bb", "sync"};
    size_t k;
    const json_t *e;
    for (size_t q = 0; q < 3; q++)
        json_array_foreach(json_object_get(doc, rows[q]), k, e)
            if (k < ROWS)
                want(r, json_integer_value(json_array_get(e, PC)));
    json_array_foreach(json_object_get(doc, "errors"), k, e) {
        want(r, integer(e, "pc"));
        want(r, integer(e, "other_pc"));
    }
}

static void use(struct report *r, const json_t *doc)
{
    static const json_int_t none[3];
    const char *t = util_str(doc, "t", "");
    if (strcmp(t, "launch")) {
        add_errors(r, r->errors, json_object_get(doc, "errors"), none, none);
    } else if (json_array_size(r->launches) < LAUNCHES) {
        add_launch(r, doc);
    } else if (json_array_size(r->launches) == LAUNCHES) {
        note(r, "There were more than %d launches; those after are left out.", LAUNCHES);
        json_array_append_new(r->launches, json_null()); /* said once; taken off at the end */
    }
}

static int by_pc(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* One run of addr2line for all that the batch names; then its lines are used, in their order. */
static void use_batch(struct report *r)
{
    size_t n = 0, k;
    const json_t *doc;
    qsort(r->pcs, r->npcs, sizeof *r->pcs, by_pc);
    for (k = 0; k < r->npcs; k++)
        if (!n || r->pcs[n - 1] != r->pcs[k])
            r->pcs[n++] = r->pcs[k];
    map_resolve(r->map, r->pcs, n);
    json_array_foreach(r->batch, k, doc)
        use(r, doc);
    json_array_clear(r->batch);
    r->npcs = r->batch_bytes = 0;
}

/* A line whose places are known is used at once, if none waits before it. */
static void take(struct report *r, json_t *doc, size_t bytes)
{
    want_all(r, doc);
    if (!r->npcs && !json_array_size(r->batch)) {
        use(r, doc);
        return;
    }
    json_array_append(r->batch, doc);
    r->batch_bytes += bytes;
    if (r->batch_bytes >= BATCH || r->npcs >= PCS / 2)
        use_batch(r);
}

static void read_lines(struct report *r)
{
    const char *s = r->in->text, *end = s ? s + r->in->n : NULL;
    while (s < end) {
        const char *nl = memchr(s, '\n', (size_t)(end - s));
        size_t n = (size_t)((nl ? nl : end) - s);
        json_t *doc = n ? json_loadb(s, n, 0, NULL) : NULL;
        const char *t = util_str(doc, "t", "");
        if (!strcmp(t, "launch") || !strcmp(t, "errors") || !strcmp(t, "end")) {
            take(r, doc, n);
        } else {
            r->bad_lines += n > 0;
        }
        json_decref(doc);
        s += n + 1;
    }
    use_batch(r);
}

static const char *signal_name(int sig, char ret[16])
{
    const char *abbrev = sigabbrev_np(sig);
    snprintf(ret, 16, "SIG%s", abbrev ? abbrev : "?");
    return ret;
}

json_t *simt_report(const struct simt_raw *in, struct err *e)
{
    struct report r = {.in = in, .launches = json_array(), .errors = json_array(), .notes = json_array(),
                       .batch = json_array()};
    struct simt_map_options o = {in->program, in->dir, in->base, in->boxed, in->card != NULL};
    struct err why = {""};
    r.line = calloc(LINES, sizeof *r.line);
    r.slot = calloc(LINE_SLOTS, sizeof *r.slot);
    r.pcs = calloc(PCS, sizeof *r.pcs);
    if (!r.line || !r.slot || !r.pcs) {
        err_set(e, "There is no memory left.");
        return NULL;
    }
    r.map = map_open(&o, &why);
    if (*why.text)
        note(&r, "%s", why.text);
    read_lines(&r);
    if (r.bad_lines)
        note(&r, "The emulator's record has %zu lines that could not be read.", r.bad_lines);
    if (json_array_size(r.launches) > LAUNCHES)
        json_array_remove(r.launches, LAUNCHES);
    char name[16];
    json_t *doc = json_pack("{s:s s:o s:o s:i s:o}", "schema", "ridge.simt/1", "launches", r.launches,
                            "errors", r.errors, "exit_code", in->exit_code, "signal",
                            in->signal ? json_string(signal_name(in->signal, name)) : json_null());
    if (json_array_size(r.notes))
        json_object_set(doc, "notes", r.notes);
    json_decref(r.notes);
    json_decref(r.batch);
    map_close(r.map);
    free(r.line);
    free(r.slot);
    free(r.pcs);
    return doc;
}

int simt_warns(const char *kind)
{
    return !strcmp(kind, "leak") || !strcmp(kind, "float-cast");
}

static size_t errors_in(const json_t *list)
{
    size_t n = 0, k;
    const json_t *e;
    json_array_foreach(list, k, e)
        n += !simt_warns(util_str(e, "kind", ""));
    return n;
}

size_t simt_report_errors(const json_t *report)
{
    size_t n = errors_in(json_object_get(report, "errors")), k;
    const json_t *l;
    json_array_foreach(json_object_get(report, "launches"), k, l)
        n += errors_in(json_object_get(l, "errors"));
    return n;
}
