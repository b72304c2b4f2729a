/* phase_build.c: does it compile? */
#define _GNU_SOURCE
#include "phases.h"

#include <stdlib.h>

#include "backend.h"
#include "blame.h"
#include "width.h"

static int compile(struct job *j, struct build_result *r, struct err *e)
{
    return j->on->build(&j->build, j->files, r, e);
}

static void report_build(struct job *j, const struct build_result *r)
{
    char cc[128] = "";
    const char *tool = r->tool ? r->tool : j->on->tool;
    if (!tool)
        build_compiler(j->on->compiler ? j->on->compiler : j->build.cc, cc, sizeof cc);
    char *log = util_clean(text_str(&r->log), r->log.len, 1);
    json_object_set_new(j->report, "build",
                        json_pack("{s:b s:b s:o s:f s:o s:o}", "ok", r->ok, "limit", r->limit, "log", job_text(log),
                                  "ms", r->ms, "compiler", job_text(tool ? tool : cc), "flags", job_text(r->flags)));
    if (r->log.len)
        job_event(json_pack("{s:s s:o}", "event", "log", "text", job_text(log)));
    free(log);
}

/* For the width in use. 1: it is built; 0: the report says why not; -1 our own fault. */
static int build_one(struct job *j, double *ms, struct err *e)
{
    struct build_result r;
    if (job_build(j, compile, &r, e)) {
        build_result_finish(&r);
        return -1;
    }
    report_build(j, &r);
    int rc = r.ok && j->on->built ? j->on->built(j, &r, e) : 0, ok = r.ok;
    j->object = r.so;
    r.so = NULL;
    *ms += r.ms;
    build_result_finish(&r);
    return rc ? -1 : ok;
}

/* The first case of 64 lanes a warp, or NULL. */
static const struct lab_case *other_width(const struct job *j)
{
    for (size_t k = 0; k < j->lab.ncases; k++)
        if (width_differs(j, &j->lab.cases[k]))
            return &j->lab.cases[k];
    return NULL;
}

int phase_build(struct job *j, struct err *e)
{
    double ms = 0;
    const struct lab_case *other = other_width(j);
    job_phase("build", "start", 0);
    if (build_sources(&j->build, j->files, e))
        return -1;
    int ok = build_one(j, &ms, e);
    if (ok > 0 && other) {
        job_step("build", "for warps of 64 lanes");
        width_use(j, other);
        ok = build_one(j, &ms, e);
        width_use(j, NULL);
    }
    if (ok >= 0)
        job_phase("build", "done", ms);
    return ok < 0 ? -1 : 0;
}
