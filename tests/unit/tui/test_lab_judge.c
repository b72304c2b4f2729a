/* `ridge lab check`: which milestone a mutant's report is held against. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tui/cli/lab_judge.h"

#define SPILLS "{\"id\": \"limits\", \"kind\": \"limits\", \"status\": \"FAIL\", \"beside\": true, \"message\": \"spill_B\"}"
#define WRONG "{\"id\": \"correct\", \"kind\": \"correct\", \"status\": \"FAIL\", \"message\": \"slope\"}"
#define RIGHT "{\"id\": \"correct\", \"kind\": \"correct\", \"status\": \"PASS\"}"
#define SLOW "{\"id\": \"profile\", \"kind\": \"profile\", \"status\": \"FAIL\", \"message\": \"sectors\"}"

static int shows(const char *fails, const char *milestones)
{
    struct checking k = {.backend = "cuda", .lab = json_object()};
    struct trial t = {.mutant = json_pack("{s:s}", "fails", fails)};
    json_t *report = json_loads(milestones, 0, NULL);
    cr_assert_not_null(report);
    int is = proof_shows(&k, &t, report);
    json_decref(report);
    json_decref((json_t *)t.mutant);
    json_decref((json_t *)k.lab);
    return is;
}

Test(lab_judge, what_nvcc_makes_of_a_mutant_hides_no_wrong_result)
{
    cr_expect(shows("correct", "{\"milestones\": [" SPILLS "," WRONG "]}"));
    cr_expect(shows("limits", "{\"milestones\": [" SPILLS "," WRONG "]}"));
    cr_expect(shows("profile", "{\"milestones\": [" SPILLS "," RIGHT "," SLOW "]}"));
}

Test(lab_judge, a_limit_alone_is_no_wrong_result)
{
    cr_expect_not(shows("correct", "{\"milestones\": [" SPILLS "," RIGHT "]}"));
    cr_expect_not(shows("limits", "{\"milestones\": [" RIGHT "," SLOW "]}"));
    cr_expect_not(shows("profile", "{\"milestones\": [" WRONG "," SLOW "]}"));
}

/* Two cases fail: "4104", whose fields are fixed, and "hidden", which is drawn. How often the lab is blamed. */
static int blamed(const char *message, const char *fixed_says, const char *drawn_says)
{
    struct checking k = {.backend = "simt", .failed = json_array(),
                         .lab = json_loads("{\"id\": \"x\", \"cases\": [{\"id\": \"4104\"}, {\"id\": \"hidden\", "
                                           "\"drawn\": true}]}", 0, NULL)};
    struct trial t = {.mutant = json_pack("{s:s s:s s:s}", "name", "m", "fails", "correct", "message", message)};
    json_t *report = json_pack("{s:[{s:s s:s s:s s:s}] s:[{s:s s:s s:s} {s:s s:s s:s}]}", "milestones", "id", "correct",
                               "kind", "correct", "status", "FAIL", "message", "f(x): wrong (case 4104)", "cases",
                               "case", "4104", "status", "FAIL", "message", fixed_says, "case", "hidden", "status",
                               "FAIL", "message", drawn_says);
    cr_assert(report && k.lab);
    proof_of_mutant(&k, &t, report);
    int n = k.bad;
    json_decref(report);
    json_decref((json_t *)t.mutant);
    json_decref((json_t *)k.lab);
    json_decref(k.failed);
    return n;
}

Test(lab_judge, a_mutant_that_only_a_drawn_case_shows_is_told)
{
    cr_expect_eq(blamed("nan", "expected 1, yours 2", "expected 1, yours nan"), 1);
    cr_expect_eq(blamed("nan", "expected 1, yours nan", "expected 1, yours nan"), 0);
    cr_expect_eq(blamed("4104", "expected 1, yours 2", "expected 0.54104, yours 2"), 0, "the fixed case has that name");
}

#define UNASKED "{\"id\": \"sanitize\", \"kind\": \"sanitize\", \"status\": \"PENDING\"}"
#define BOTH(of_profile) "{\"milestones\": [" RIGHT "," UNASKED "," of_profile "]}"
#define HOLDS "{\"id\": \"profile\", \"kind\": \"profile\", \"status\": \"PASS\"}"

/* Of the first run `passed` passed; how often the lab is blamed for the second, and whether that is counted as right. */
static int blamed_for_seed(const char *passed, const char *report, int *held)
{
    struct cli c = {0};
    struct checking k = {.c = &c, .backend = "cpu", .failed = json_array(), .passed = json_loads(passed, 0, NULL),
                         .lab = json_pack("{s:s}", "id", "x")};
    struct trial t = {.seed = 5, .phases = proof_seed_phases(&k, 1)};
    json_t *r = json_loads(report, 0, NULL);
    cr_assert(r && k.passed);
    proof_of_seed(&k, &t, r);
    int n = (int)json_array_size(k.failed);
    const char *why = json_string_value(json_object_get(json_array_get(k.failed, 0), "why"));
    cr_expect(!n || strstr(why, "seed 5"), "%s", why);
    *held = k.held;
    json_decref(r);
    json_decref((json_t *)k.lab);
    json_decref(k.passed);
    json_decref(k.failed);
    return n;
}

Test(lab_judge, a_reference_that_another_seed_breaks_is_told)
{
    static const char all[] = "[\"correct\", \"sanitize\", \"profile\"]";
    int held;
    cr_expect_eq(blamed_for_seed(all, BOTH(HOLDS), &held), 0, "sanitize was not asked for");
    cr_expect_eq(held, 1);
    cr_expect_eq(blamed_for_seed(all, BOTH(SLOW), &held), 1);
    cr_expect_eq(held, 0);
    cr_expect_eq(blamed_for_seed(all, "{\"milestones\": [" WRONG "," SLOW "]}", &held), 1, "the first alone is told");
    cr_expect_eq(blamed_for_seed("[\"correct\"]", BOTH(SLOW), &held), 0, "the first run did not pass the gates either");
    cr_expect_eq(blamed_for_seed(all, "{\"error\": {\"message\": \"no memory\"}, \"milestones\": []}", &held), 1);
    cr_expect_eq(held, 0);
}

Test(lab_judge, the_seed_is_asked_for_or_drawn_or_another_than_the_first)
{
    cr_expect_eq(proof_seed(9, "word"), 9);
    cr_expect_eq(proof_seed(0, NULL), PROOF_OTHER_SEED);
    cr_expect_eq(proof_seed(0, ""), PROOF_OTHER_SEED);
    cr_expect_eq(proof_seed(0, "a"), proof_seed(0, "a"));
    cr_expect_neq(proof_seed(0, "a"), proof_seed(0, "b"));
    for (int k = 0; k < 1000; k++) {
        char word[16];
        snprintf(word, sizeof word, "%d", k);
        long long seed = proof_seed(0, word);
        cr_expect(seed > PROOF_SEED && seed <= 999999, "%lld", seed);
    }
}

/* Of 300 labs, how many. */
static int how_many(struct checking k, bool (*is)(const struct checking *))
{
    int n = 0;
    for (int q = 0; q < 300; q++) {
        json_t *lab = json_pack("{s:o}", "id", json_sprintf("w%d", q));
        k.lab = lab;
        n += is(&k);
        json_decref(lab);
    }
    return n;
}

static int built_blindly(struct cli *c)
{
    return how_many((struct checking){.c = c, .backend = "cuda"}, proof_builds_blindly);
}

Test(lab_judge, of_labs_that_no_gpu_can_run_a_third_is_built)
{
    struct cli c = {.opt = {.mutants = 0, .draw = "abc"}};
    int n = built_blindly(&c);
    cr_expect(n > 70 && n < 130, "%d of 300: 100, and 8 is the standard deviation", n);
    c.opt.backend = "cuda";
    cr_expect_eq(built_blindly(&c), 300, "whoever names the backend has it");
    c.opt.backend = NULL;
    c.opt.mutants = -1;
    cr_expect_eq(built_blindly(&c), 300, "with all mutants");
}

static int long_ones(struct cli *c, double cpu_s)
{
    return how_many((struct checking){.c = c, .backend = "cpu", .cpu_s = cpu_s}, proof_runs_again);
}

Test(lab_judge, of_labs_whose_second_run_is_long_a_third_is_drawn)
{
    struct cli c = {.opt = {.mutants = 1, .draw = "abc"}};
    cr_expect_eq(long_ones(&c, .9), 300);
    int n = long_ones(&c, 1.1);
    cr_expect(n > 70 && n < 130, "%d of 300: 100, and 8 is the standard deviation", n);
    c.app.seed = 5;
    cr_expect_eq(long_ones(&c, 1.1), 300, "whoever names a seed waits for the run");
    c.app.seed = 0;
    c.opt.mutants = -1;
    cr_expect_eq(long_ones(&c, 1.1), 300, "with all mutants");
}

Test(lab_judge, of_references_half_are_sanitized_and_the_others_counted_where_a_word_draws)
{
    struct cli c = {.opt = {.mutants = 1}};
    struct checking k = {.c = &c, .backend = "cpu"};
    int sanitized = 0, timed = 0;
    for (int q = 0; q < 300; q++) {
        json_t *lab = json_pack("{s:o}", "id", json_sprintf("w%d", q));
        k.lab = lab;
        c.opt.draw = "abc";
        const char *const *p = proof_reference_phases(&k, 1), *const *again = proof_seed_phases(&k, 1);
        int walls = !strcmp(p[1], "sanitize");
        sanitized += walls;
        timed += !walls && p[2];
        cr_expect_str_eq(p[0], "correct");
        cr_expect(walls ? !again[1] : !strcmp(again[1], "profile") && !again[2], "no more than the first run");
        p = proof_reference_phases(&k, 0);
        cr_expect(walls ? !p[2] : !strcmp(p[2], "perf"), "figures that no clock decides are had at once");
        c.opt.draw = NULL;
        cr_expect_null(proof_reference_phases(&k, 1), "whoever draws nothing has everything");
        json_decref(lab);
    }
    cr_expect(sanitized > 120 && sanitized < 180, "%d of 300: 150, and 9 is the standard deviation", sanitized);
    cr_expect(timed > 28 && timed < 72, "%d of 300: 50, and 6 is the standard deviation", timed);
    c.opt.mutants = -1;
    c.opt.draw = "abc";
    cr_expect_null(proof_reference_phases(&k, 1), "with all mutants");
}

/* How many sentences are said against a lab whose reference was asked for `phases` and has these milestones. */
static size_t against(const char *const *phases, const char *milestones)
{
    struct cli c = {0};
    struct checking k = {.c = &c, .backend = "cpu", .lab = json_pack("{s:s}", "id", "w1"), .failed = json_array(),
                         .skipped = json_array(), .passed = json_array()};
    struct trial t = {.impl = "reference", .phases = phases};
    json_t *report = json_loads(milestones, 0, NULL);
    proof_of_reference(&k, &t, report);
    size_t n = json_array_size(k.failed);
    json_decref(report);
    json_decref(k.failed);
    json_decref(k.skipped);
    json_decref(k.passed);
    json_decref((json_t *)k.lab);
    return n;
}

Test(lab_judge, what_the_reference_was_not_asked_for_is_not_held_against_it)
{
    static const char *const untimed[] = {"correct", "sanitize", "profile", NULL};
#define OF(perf, limits)                                                                                                  \
    "{\"milestones\": [" RIGHT ", {\"id\": \"limits\", \"kind\": \"limits\", \"status\": \"" limits "\"}, "                 \
    "{\"id\": \"perf:a\", \"kind\": \"perf\", \"status\": \"" perf "\"}]}"
    cr_expect_eq(against(untimed, OF("PENDING", "PASS")), 0);
    cr_expect_eq(against(NULL, OF("PENDING", "PASS")), 1, "asked for, and not had");
    cr_expect_eq(against(untimed, OF("FAIL", "PASS")), 1);
    cr_expect_eq(against(untimed, OF("PENDING", "FAIL")), 1);
    static const char *const correct[] = {"correct", NULL};
    cr_expect_eq(against(correct, OF("PENDING", "FAIL")), 1, "what nvcc says counts where nothing else runs");
}

static void hear(struct checking *k, const char *phase, const char *state)
{
    json_t *e = json_pack("{s:s s:s s:s s:f}", "event", "phase", "phase", phase, "state", state, "cpu_s", 1.5);
    proof_counts_cpu(k, e);
    json_decref(e);
}

Test(lab_judge, neither_builds_nor_clocks_make_a_second_run_long)
{
    struct checking k = {0};
    static const char *const phases[] = {"build", "correct", "sanitize", "profile", "perf"};
    for (size_t q = 0; q < sizeof phases / sizeof *phases; q++) {
        hear(&k, phases[q], "start");
        hear(&k, phases[q], "done");
    }
    cr_expect_float_eq(k.cpu_s, 3, 1e-9);
}

Test(lab_judge, the_second_run_is_asked_for_nothing_that_a_clock_decides)
{
    struct cli c = {0};
    struct checking cpu = {.c = &c, .backend = "cpu"}, simt = {.c = &c, .backend = "simt"},
                    cuda = {.c = &c, .backend = "cuda"};
    cr_expect_str_eq(proof_seed_phases(&cpu, 0)[2], "perf");
    cr_expect_null(proof_seed_phases(&cpu, 1)[2]);
    cr_expect_null(proof_seed_phases(&simt, 0)[2]);
    cr_expect_null(proof_seed_phases(&cuda, 1)[1]);
}
