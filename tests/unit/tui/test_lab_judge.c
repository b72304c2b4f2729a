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
