/* ridge test: build, run and judge the learner's code. */
#include <string.h>

#include "cli.h"
#include "runner/base/js.h"
#include "runner/runner.h"

/* The learner's milestones that this run passed, as won after the solution where that is how they stand. */
static void mark_after_solution(struct cli *c, const json_t *lab, json_t *report)
{
    json_t *stands = !strcmp(js_text(report, "impl"), "learner") ? app_standing(&c->app, lab) : NULL, *m;
    size_t k, q;
    const json_t *w;
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        json_array_foreach(json_object_get(stands, "milestones"), q, w)
            if (!strcmp(js_text(w, "id"), js_text(m, "id")) && !strcmp(js_text(m, "status"), "PASS") &&
                json_is_true(json_object_get(w, "after_solution")))
                json_object_set_new(m, "after_solution", json_true());
    json_decref(stands);
}

/* In a student edition only the visible cases are here. */
static void say_edition(const struct cli *c, const json_t *lab)
{
    if (runner_has_no_sources(lab, c->app.root))
        printf("  Hidden cases are graded by your instructor: this is the student edition of %s.\n",
               js_text(lab, "id"));
}

int cmd_test(struct cli *c)
{
    const char *phases[5];
    json_t *report, *lab = NULL;
    cli_phases_to(c->opt.phase, phases);
    int code = cli_run(c, c->args[0], "test", c->opt.phase ? phases : NULL, 1, &report, &lab);
    if (!report)
        return code;
    if (c->app.json) {
        mark_after_solution(c, lab, report);
        cli_json(report);
    } else {
        cli_print_report(c, report);
        say_edition(c, lab);
        if (!strcmp(js_text(report, "impl"), "learner") && !json_object_get(lab, "drill"))
            cli_print_total(c, lab);
        cli_next(c, lab, report);
        json_decref(report);
    }
    json_decref(lab);
    return code;
}
