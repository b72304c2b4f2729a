/* time_counts.c: what was counted of a launch's accesses, as the model of time.c needs it, and a card's figures. */
#include "time_model.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "counters.h"
#include "runner/base/util.h"
#include "runner/simt/include/simt/abi.h"
#include "runner/simt/include/simt/rows.h"

enum { ROWS_MOST = 100000 };

const char *simt_card_read(const json_t *values, struct simt_card *ret)
{
#define FIELD(name) {#name, offsetof(struct simt_card, name)},
    static const struct {
        const char *name;
        size_t to;
    } t[] = {SIMT_CARD(FIELD)};
#undef FIELD
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        double v = json_number_value(json_object_get(json_object_get(values, t[k].name), "value"));
        if (!(v > 0))
            return t[k].name;
        memcpy((char *)ret + t[k].to, &v, sizeof v);
    }
    return NULL;
}

double model_cell(const json_t *row, size_t k)
{
    double v = (double)json_integer_value(json_array_get(row, k));
    return v > 0 ? v : 0;
}

static int by_pc(const void *x, const void *y)
{
    const struct access *a = x, *b = y;
    return a->pc < b->pc ? -1 : a->pc > b->pc;
}

double model_total(const json_t *launch, const char *name)
{
    return (double)json_integer_value(json_object_get(json_object_get(launch, "totals"), name));
}

/* Shared accesses that nvcc makes one of; additions at one address of shared memory are one, too. */
static void join(struct access *a, const json_t *row)
{
    size_t at = sums_joined(row, 0);
    if (a->op == SIMT_ATOMIC || a->op == SIMT_RED) {
        a->units = fmax(a->units - model_cell(row, ACCESS_SERIAL), a->requests);
    } else if (at != ACCESS_REQUESTS && a->requests > 0 && model_cell(row, at) > 0) {
        a->part = model_cell(row, at) / a->requests;
        a->requests = model_cell(row, at);
        a->units = model_cell(row, at + 1);
    }
}

/* Of the lines that a load's requests touch, those with a sector that the L1 has not. */
static double new_lines(const struct access *a)
{
    return a->units > 0 ? a->lines * fmin(a->first / a->units, 1) : 0;
}

/* The L1 looks several lines up at once, but for those that have to come, and what it has stands in the banks of shared
 * memory: the cycles that it is busy. */
double model_l1_cycles(const struct model *m, const struct access *a)
{
    double to_come = a->op == SIMT_READ ? new_lines(a) : a->lines;
    return fmax(to_come / m->c->l1_rate + (a->lines - to_come) / m->c->l1_hits, a->banks);
}

static void read_global(struct model *m, const struct access *a, const json_t *row)
{
    double lanes = model_cell(row, ACCESS_LANES);
    if (a->op == SIMT_ATOMIC || a->op == SIMT_RED) {
        m->atomics += lanes;
        m->changed += a->units;
        m->whole_warps += a->requests - model_cell(row, ACCESS_DIVERGENT);
        m->split_lanes += fmax(lanes - WARP * (a->requests - model_cell(row, ACCESS_DIVERGENT)), 0);
        m->atomic_turns += fmin(lanes, 2 * a->units + 8 * model_cell(row, ACCESS_SERIAL));
    }
    m->st_partial += model_cell(row, ACCESS_PARTS);
    m->l1 += model_l1_cycles(m, a);
    m->first += a->op == SIMT_READ ? a->first : 0;
    m->apart += a->op == SIMT_READ ? model_cell(row, ACCESS_APART) : 0;
    m->st_sectors += a->op == SIMT_READ ? 0 : a->units;
    m->st_alone += a->op == SIMT_WRITE && model_cell(row, ACCESS_PARTS) > 0 && a->units >= lanes ? a->units : 0;
    m->global_requests += a->requests;
}

static void read_row(struct model *m, struct access *a, const json_t *row)
{
    *a = (struct access){.pc = (uint32_t)model_cell(row, ACCESS_PC), .op = (int)model_cell(row, ACCESS_OP),
                         .space = (int)model_cell(row, ACCESS_SPACE), .requests = model_cell(row, ACCESS_REQUESTS),
                         .units = model_cell(row, ACCESS_UNITS), .first = model_cell(row, ACCESS_FIRST),
                         .misses = model_cell(row, ACCESS_MISSES), .lines = model_cell(row, ACCESS_CACHE_LINES),
                         .banks = model_cell(row, ACCESS_BANKS),
                         .turns = model_cell(row, ACCESS_REQUESTS) + model_cell(row, ACCESS_SERIAL),
                         .hot = model_cell(row, ACCESS_HOT),
                         .words = fmax(model_cell(row, ACCESS_SIZE) / WORD, 1), .due = 1 - 1e-9, .part = 1};
    if (a->space == SPACE_GLOBAL) {
        read_global(m, a, row);
    } else if (a->space == SPACE_SHARED) {
        join(a, row);
        m->shared += a->units;
    } else if (a->space == SPACE_CONST) {
        m->constants += a->units;
    }
}

/* Blocks that run at once come to what they share together, and all wait for it; those of later turns find it in the
 * L2. A block alone waits for no more than there is. */
static double wait_for_memory(const struct model *m, double fresh)
{
    double share = m->first > fresh ? fresh / m->first : 1;
    return fmin(fmax(share, fmin(m->at_once / m->blocks, share * m->blocks)), 1);
}

void model_read(struct model *m, const json_t *launch)
{
    const json_t *list = json_object_get(launch, "access"), *row;
    size_t k, n = json_array_size(list);
    m->access = calloc(n + 1, sizeof *m->access);
    json_array_foreach(list, k, row) {
        if (!m->access || m->naccess == ROWS_MOST)
            break;
        read_row(m, &m->access[m->naccess++], row);
    }
    if (m->access)
        qsort(m->access, m->naccess, sizeof *m->access, by_pc);
    m->dram_share = wait_for_memory(m, model_total(launch, "uniq_ld_sectors"));
    m->atomics_new = m->changed > 0 ? fmin(model_total(launch, "uniq_st_sectors") / m->changed, 1) : 0;
}

struct access *access_at(const struct model *m, uint32_t pc)
{
    struct access key = {.pc = pc};
    return pc && m->naccess ? bsearch(&key, m->access, m->naccess, sizeof key, by_pc) : NULL;
}
