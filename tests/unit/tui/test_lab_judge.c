/* `ridge lab check`: which milestone a mutant's report is held against. */
#include <criterion/criterion.h>
#include <jansson.h>

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
