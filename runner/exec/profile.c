/* profile.c: what the sources of counters share. */
#include "profile.h"

#include <string.h>

static int is_ctrace(const char *name)
{
    return !strncmp(name, "c_", 2) || strstr(name, "_miss") != NULL;
}

int profile_wanted(const struct job *j, const struct lab_run *run)
{
    int emulated = run->call && run->call->emitted_cuda; /* all that is counted of it is the emulator's */
    for (size_t k = 0; k < j->lab.ngates; k++)
        if (lab_gates(&j->lab.gates[k], run) && (is_ctrace(j->lab.gates[k].counter) || emulated))
            return 1;
    return run->of->gate;
}

int profile_each(struct job *j, wanted_fn *wanted, counting_fn *count, void *of, struct err *e)
{
    int rc = 0;
    for (const struct lab_run *run = NULL; !rc && (run = lab_next(&j->lab, run));)
        if (wanted(j, run))
            rc = count(j, run, of, e);
    return rc;
}

void profile_source(struct job *j, const char *name, const char *why)
{
    json_t *row = json_pack("{s:s}", "source", name);
    if (why)
        json_object_set_new(row, "why", job_text(why));
    json_array_append_new(job_list(j, "sources"), row);
}

int profile_named(const struct job *j, const char *tool)
{
    return util_lists(json_object_get(j->in, "phases"), tool);
}
