/* opponent.c: see opponent.h. */
#define _GNU_SOURCE
#include "opponent.h"

#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "runner/base/fault.h"
#include "runner/base/term.h"

/* The sources that the job brings, built as the submission is. */
static int build_other(const struct job *j, const json_t *other, int traced, struct build_result *ret, struct err *e)
{
    struct build own = j->build;
    struct err wrong = { "" };
    const json_t *files = json_object_get(other, "files");
    char *dir = util_path("%s/versus%s", j->build.dir, traced ? "-counted" : "");
    int rc = 0;
    own.dir = dir;
    own.trusted = json_is_true(json_object_get(other, "trusted"));
    *ret = (struct build_result){ .log = { .cap = 64 << 10 } };
    if (build_sources(&own, files, &wrong))
        text_addf(&ret->log, "%s\n", wrong.text);
    else if (traced)
        rc = build_emulated(&own, files, 1, ret, e);
    else
        rc = j->on->build(&own, files, ret, e);
    free(dir);
    return rc;
}

/* The first line of a compiler's log that names an error, without its colours. */
static void first_error(const char *log, char *to, size_t size)
{
    *to = 0;
    for (const char *line = log; *line && !strstr(to, "error"); line += *line == '\n') {
        size_t n = 0;
        for (; *line && *line != '\n'; line += term_escape(line) ? term_escape(line) : 1)
            if (!term_escape(line) && n + 1 < size)
                to[n++] = *line;
        to[n] = 0;
    }
}

/* An earlier attempt of the workbook is nobody's fault today. */
static int does_not_build(const json_t *other, const char *name, const char *log, struct err *e)
{
    char said[300];
    first_error(log, said, sizeof said);
    if (json_is_object(other))
        fault_note(FAULT_SETUP, "The code %s, against which the submission is held, does not compile: %s", name, said);
    return err_set(e, "The code %s, against which the submission is held, does not compile: %s", name, said);
}

int opponent_build(struct job *j, int traced, struct build_result *ret, const char **name, struct err *e)
{
    const json_t *other = json_object_get(j->in, "versus");
    int rc = 0;
    *name = j->lab.reference;
    *ret = (struct build_result){ .ok = 0 };
    if (json_is_object(other)) {
        *name = util_str(other, "name", "the other");
        json_object_set_new(j->report, "versus", job_text(*name));
        rc = build_other(j, other, traced, ret, e);
    } else if (traced) {
        rc = build_emulated_kernel(&j->build, *name, ret, e);
    } else {
        *ret = build_kernel(&j->build, *name);
    }
    if (!rc && !ret->ok)
        rc = does_not_build(other, *name, text_str(&ret->log), e);
    return rc;
}
