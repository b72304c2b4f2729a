/* The dictionary of counters: what it must hold, that its formulas hold, and how its values are told. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/counter_words.h"
#include "runner/simt/host/counters.h"

Test(counter_words, every_counter_stands_there_once_and_fits_its_column)
{
    for (const struct counter_word *c = counter_list; c->name; c++) {
        size_t end = strlen(c->means);
        cr_assert(*c->words && *c->where, "%s", c->name);
        cr_assert(end && c->means[end - 1] == '.', "%s: a meaning is a sentence", c->name);
        cr_assert_leq(c->head ? strlen(c->head) : 0, COUNTER_HEAD_MOST, "%s", c->name);
        cr_assert_eq(c->ncu.op == COUNTER_SUM || c->ncu.op == COUNTER_QUOTIENT, c->ncu.b != NULL, "%s", c->name);
        cr_assert_leq(strlen(c->words), COUNTER_WORDS_MOST, "%s: %s", c->name, c->words);
        cr_assert_eq(counter_find(c->name), c, "%s stands there twice", c->name);
    }
    cr_assert_null(counter_find("yield_off_pct"));
    cr_assert_str_eq(counter_words("yield_off_pct"), "yield_off_pct", "a lab's own keeps its name");
    cr_assert_str_eq(counter_words("sh_conf"), "wavefronts by bank conflicts");
}

/* Each row names sources that a report may have; what ncu counts has its metric, or its column there. */
Test(counter_words, sources_are_those_of_reports)
{
    static const char *const sources[] = {"simt", "ncu", "ptxas", "ptx", "events", "ctrace", "perf", "cachegrind", "ranks"};
    char metric[COUNTER_METRIC];
    for (const struct counter_word *c = counter_list; c->name; c++) {
        size_t told = 0;
        for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
            if (counter_from(c, sources[k]))
                told += strlen(sources[k]) + (told ? 2 : 0);
        cr_expect_eq(told, strlen(c->where), "%s: %s", c->name, c->where);
        if (counter_from(c, "ncu") && strcmp(c->name, "stall_share"))
            cr_expect(*counter_metric(c, metric), "%s: Nsight Compute has no metric for it", c->name);
    }
    cr_assert_not(counter_from(counter_find("g_ld_sec"), "ptx"));
    cr_assert_not(counter_from(counter_find("regs"), "ptx"), "ptxas is not ptx");
}

Test(counter_words, metrics_are_told_as_nsight_compute_spells_them)
{
    char metric[COUNTER_METRIC];
    cr_assert_str_eq(counter_metric(counter_find("g_ld_sec"), metric), "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
    cr_assert_str_eq(counter_metric(counter_find("sh_conf"), metric),
                     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum + "
                     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum");
    cr_assert_str_eq(counter_metric(counter_find("samples"), metric), "# Samples (source page)");
    cr_assert_str_eq(counter_metric(counter_find("vtime_ns"), metric), "");
}

Test(counter_words, a_text_in_the_ptx_is_a_counter_and_keeps_its_name)
{
    cr_assert_eq(counter_find("ptx:mma.sync"), counter_find("ptx:"));
    cr_assert_str_eq(counter_words("ptx:mma.sync"), "ptx:mma.sync");
    cr_assert_null(counter_find("ptx"));
}

/* Whatever the emulator tells of a launch has words, and whatever the dictionary says that the emulator counts is told. */
Test(counter_words, the_emulators_counters_are_all_there)
{
    struct sums s = {{0}};
    struct launch_facts f = {.blocks = 1, .smem_static = 4, .smem = 4, .regs = 8, .occupancy = .5};
    json_t *launch = sums_launch(&s, &f);
    const char *name;
    json_t *v;
    cr_assert_gt(json_object_size(launch), 20);
    json_object_foreach(launch, name, v) {
        const struct counter_word *c = counter_find(name);
        cr_expect(c && counter_from(c, "simt"), "%s has no words, or they say that the emulator counts no such thing", name);
    }
    for (const struct counter_word *c = counter_list; c->name; c++)
        if (counter_from(c, "simt"))
            cr_expect(json_object_get(launch, c->name), "the emulator tells no %s", c->name);
    json_decref(launch);
}

/* ---- formulas: a product is a factor, or two with * or / between; a sum is a product, or several with + or - ---- */

struct formula {
    const char *at;
    const json_t *values;
};

static double sum_of(struct formula *f);

static void blanks(struct formula *f)
{
    f->at += strspn(f->at, " ");
}

static double factor_of(struct formula *f)
{
    char name[32] = "", *end;
    blanks(f);
    if (*f->at == '(') {
        f->at++;
        double v = sum_of(f);
        cr_assert_eq(*f->at++, ')');
        return v;
    }
    if (isdigit((unsigned char)*f->at)) {
        double v = strtod(f->at, &end);
        f->at = end;
        return v;
    }
    for (size_t n = 0; (isalnum((unsigned char)*f->at) || *f->at == '_') && n + 1 < sizeof name; n++)
        name[n] = *f->at++;
    cr_assert(counter_find(name), "\"%s\" is no counter", name);
    return json_number_value(json_object_get(f->values, name));
}

static double product_of(struct formula *f)
{
    double v = factor_of(f);
    for (blanks(f); *f->at == '*' || *f->at == '/'; blanks(f))
        v = *f->at++ == '*' ? v * factor_of(f) : v / factor_of(f);
    return v;
}

static double sum_of(struct formula *f)
{
    double v = product_of(f);
    for (blanks(f); *f->at == '+' || *f->at == '-'; blanks(f))
        v = *f->at++ == '+' ? v + product_of(f) : v - product_of(f);
    return v;
}

Test(counter_words, formulas_are_what_the_emulator_does)
{
    struct sums s;
    struct launch_facts f = {.blocks = 1, .regs = 8, .occupancy = .5};
    int formulas = 0;
    for (int k = 0; k < SUM_COUNT; k++)
        s.v[k] = 100 + 7 * k + (k == SUM_sh_ld_wave ? 1000 : 0);
    json_t *launch = sums_launch(&s, &f);
    for (const struct counter_word *c = counter_list; c->name; c++) {
        struct formula from = {c->formula, launch};
        if (!c->formula)
            continue;
        double v = sum_of(&from), is = json_number_value(json_object_get(launch, c->name));
        cr_expect(!*from.at && is > 0 && fabs(v - is) < 1e-9 * is, "%s = %s: %g, not %g", c->name, c->formula, v, is);
        formulas++;
    }
    cr_assert_gt(formulas, 5);
    json_decref(launch);
}

Test(counter_words, values_are_told_in_their_unit)
{
    static const struct {
        const char *name;
        double v;
        const char *told;
    } rows[] = {
        {"sh_conf", 31744, "31,744"},        {"g_ld_eff", .125, "12.5 %"}, {"act_thr", 31.5, "31.50"},
        {"c_bytes", 800000, "800 kB"},       {"smem_B", 4096, "4,096"},   {"vtime_ns", 1500, "1.5 µs"},
        {"event_us", 2000, "2 ms"},          {"yield_off_pct", 3, "3"},   {"yield_off_pct", .25, "0.25"},
        {"time_us", 0, "0 s"},               {"stall_wait", 12.5, "12.5 %"},
    };
    char told[FIGURE];
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        cr_expect_str_eq(counter_value(rows[k].name, rows[k].v, told), rows[k].told, "%s: %s", rows[k].name, told);
}
