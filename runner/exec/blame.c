/* blame.c: a build that failed: the submission's doing, or the machine's? */
#define _GNU_SOURCE
#include "runner/build/build_internal.h"
#include "runner/base/fault.h"
#include "blame.h"

#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

enum { MARGIN = 4 }; /* a machine on which the reference needs more than this part of the limit is too slow for it */

/* A compiler that ran out of disk looks like a compile error. */
static int disk_is_full(const struct job *j)
{
    struct statvfs v;
    return !statvfs(j->build.dir, &v) && (v.f_bavail * v.f_frsize < 1u << 20 || (v.f_files && !v.f_favail));
}

/* The lab's own reference, built by the same `make` from nothing: what it takes tells how fast this machine is. */
static int control(struct job *j, build_fn *make, struct build_result *ret, struct err *e)
{
    const char *name = j->lab.reference;
    char *kernels = util_below(j->build.root, j->lab.kernels), *text = slurp(kernels, name);
    char *dir = util_path("%s/control", j->build.dir), *cache = util_path("%s/cache", dir);
    struct job own = *j;
    own.files = json_pack("{s:s}", name, text);
    own.build.dir = dir;
    own.build.cache = cache;
    own.build.trusted = 1;
    int given = !*text; /* of a reference that is an object nobody knows what its build takes */
    *ret = (struct build_result){ .ok = given };
    int rc = 0;
    if (!given)
        rc = util_mkdirs(cache, e) || build_sources(&own.build, own.files, e) || make(&own, ret, e) ? -1 : 0;
    json_decref((json_t *)own.files);
    free(kernels);
    free(text);
    free(dir);
    free(cache);
    return rc;
}

/* The compiler was stopped at its time limit: 1 where this machine builds the reference in a fraction of that limit. */
static int fast_machine(struct job *j, build_fn *make, double may_s, struct err *e)
{
    struct build_result own;
    int rc = control(j, make, &own, e) ? -1 : own.ok && own.cpu_s * MARGIN <= may_s;
    if (!rc)
        fault_note(FAULT_OURS, "This machine is too slow to judge a build that was stopped at its time: the lab's "
                               "own reference %s after %.1f s of processor time, of %.0f s that a compiler may use.",
                   own.ok ? "was there" : "was not there", own.cpu_s, may_s);
    build_result_finish(&own);
    return rc;
}

int job_build(struct job *j, build_fn *make, struct build_result *ret, struct err *e)
{
    int rc = make(j, ret, e);
    if (!rc && !ret->ok && disk_is_full(j))
        rc = err_set(e, "No space is left in %s. Free some there, or name another place with TMPDIR.", j->build.dir);
    if (!rc && !ret->ok && !fault_code() && ret->slow && fast_machine(j, make, ret->may_s, e) < 0)
        rc = -1;
    return !rc && fault_code() ? err_set(e, "%s", fault_text()) : rc;
}
