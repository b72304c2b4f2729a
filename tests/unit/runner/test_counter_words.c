/* The list of counters: what it must hold, and how its values are told. */
#include <criterion/criterion.h>
#include <string.h>

#include "runner/base/counter_words.h"
#include "runner/simt/host/counters.h"

Test(counter_words, every_counter_stands_there_once_and_fits_its_column)
{
    for (const struct counter_word *c = counter_list; c->name; c++) {
        cr_assert(*c->words && *c->where, "%s", c->name);
        cr_assert_leq(strlen(c->words), COUNTER_WORDS_MOST, "%s: %s", c->name, c->words);
        cr_assert_eq(counter_find(c->name), c, "%s stands there twice", c->name);
    }
    cr_assert_null(counter_find("yield_off_pct"));
    cr_assert_str_eq(counter_words("yield_off_pct"), "yield_off_pct", "a lab's own keeps its name");
    cr_assert_str_eq(counter_words("sh_conf"), "wavefronts by bank conflicts");
}

/* Whatever the emulator tells of a launch has words. */
Test(counter_words, the_emulators_counters_are_all_there)
{
    struct sums s = {{0}};
    struct launch_facts f = {.blocks = 1, .smem_static = 4, .smem = 4, .regs = 8, .occupancy = .5};
    json_t *launch = sums_launch(&s, &f);
    const char *name;
    json_t *v;
    cr_assert_gt(json_object_size(launch), 20);
    json_object_foreach(launch, name, v) cr_expect(counter_find(name), "%s has no words", name);
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
        {"time_us", 0, "0 s"},
    };
    char told[FIGURE];
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        cr_expect_str_eq(counter_value(rows[k].name, rows[k].v, told), rows[k].told, "%s: %s", rows[k].name, told);
}
