/* app.c: opens and closes a workbook: root, home, curriculum, database. */
#define _GNU_SOURCE
#include "app.h"
#include "drill_rows.h"
#include "suggest.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/gradebook.h"
#include "packs.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"
#include "runner/base/clock.h"

enum app_exit app_code(const struct app *a, int code)
{
    return (code == APP_USAGE || code == APP_CONFIG) && a->cur && curriculum_unable(a->cur) ? APP_OURS
                                                                                            : (enum app_exit)code;
}

enum app_exit app_fail(struct app *a, enum app_exit code, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(a->error, sizeof a->error, fmt, ap);
    va_end(ap);
    if (app_code(a, code) != code)
        snprintf(a->error, sizeof a->error, "%s", curriculum_error(a->cur));
    code = app_code(a, code);
    char *clean = util_clean(a->error, strlen(a->error), 0); /* a sentence may quote a manifest or a file's name */
    snprintf(a->error, sizeof a->error, "%s", clean);
    free(clean);
    return code;
}

enum app_exit app_fail_db(struct app *a)
{
    return app_fail(a, APP_CONFIG, "%s", db_error(a->db));
}

static int is_root(const char *dir)
{
    char *p = util_path("%s/curriculum/hw.lua", dir);
    int ok = !access(p, R_OK);
    free(p);
    return ok;
}

/* $RIDGE_ROOT, the checkout that this build lies in, where it was installed, or the checkout that it was built from. */
static char *find_root(const char *wanted)
{
    const char *env = getenv("RIDGE_ROOT");
    if (wanted || (env && *env))
        return strdup(wanted ? wanted : env);
    char *exe = programs_folder(), *found = NULL;
    char *at[] = { util_path("%s/../..", exe), util_path("%s/..", exe), programs_share() };
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++) {
        if (!found && is_root(at[k]))
            found = realpath(at[k], NULL);
        free(at[k]);
    }
    free(exe);
    return found ? found : strdup(RIDGE_SOURCE_ROOT);
}

static char *xdg(const char *var, const char *under_home)
{
    const char *v = getenv(var), *home = getenv("HOME");
    if (v && v[0] == '/')
        return util_path("%s/ridge", v);
    return util_path("%s/%s/ridge", home && *home ? home : "/tmp", under_home);
}

/* What came with the data: installed beside them, or of the build that this program is from. */
static void ship(struct app *a)
{
    char *exe = programs_folder();
    char *at[] = { util_path("%s/curriculum.kept", a->root), util_path("%s/../curriculum/curriculum.kept", exe) };
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++) {
        if (!access(at[k], R_OK))
            curriculum_shipped(a->cur, at[k]);
        free(at[k]);
    }
    free(exe);
}

static enum app_exit open_curriculum(struct app *a)
{
    struct err e = { "" };
    a->cur = curriculum_open(a->root, &e);
    if (!a->cur)
        return app_fail(a, APP_CONFIG, "%s", e.text);
    packs_open(a);
    char *kept = util_path("%s/curriculum.kept", a->cache);
    if (!util_mkdirs(a->cache, NULL))
        curriculum_keep(a->cur, kept);
    free(kept);
    ship(a);
    return APP_OK;
}

enum app_exit app_open(struct app *a, const struct app_options *o, const char *argv0)
{
    (void)argv0;
    *a = (struct app){ .json = o->json, .yes = o->yes, .seed = o->seed, .db_path = o->db };
    const char *no_color = getenv("NO_COLOR"), *cc = getenv("CC");
    a->color = !o->no_color && !(no_color && *no_color) && isatty(STDOUT_FILENO);
    a->interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    a->cc = cc && *cc ? cc : "gcc";
    a->level = getenv("RIDGE_LEVEL");
    a->root = find_root(o->root);
    a->exec = programs_find("ridge-exec");
    a->home = o->home ? strdup(o->home) : xdg("XDG_DATA_HOME", ".local/share");
    a->cache = xdg("XDG_CACHE_HOME", ".cache");
    if (a->home[0] != '/') {
        char cwd[PATH_MAX], *rel = a->home;
        a->home = util_path("%s/%s", getcwd(cwd, sizeof cwd) ? cwd : ".", rel);
        free(rel);
    }
    return open_curriculum(a);
}

enum app_exit app_enter(struct app *a)
{
    curriculum_close(a->cur);
    free(a->course);
    return open_curriculum(a);
}

void app_close(struct app *a)
{
    curriculum_close(a->cur);
    if (a->db && !db_is_readonly(a->db))
        db_backup_keep(a->db, 24 * 60 * 60);
    db_close(a->db);
    free(a->root);
    free(a->home);
    free(a->course);
    free(a->cache);
    free(a->exec);
    *a = (struct app){ 0 };
}

void app_note_left_out(struct app *a)
{
    const char *why = curriculum_left_out(a->cur);
    char *clean = util_clean(why, strlen(why), 0);
    if (*why && !a->notice[0])
        snprintf(a->notice, sizeof a->notice, "The labs of a pack or course are left out: %.400s", clean);
    free(clean);
}

static void learner_seed(struct app *a)
{
    json_t *me = NULL;
    if (db_learner(a->db, &me) != DB_OK)
        return;
    a->learner_seed = json_integer_value(json_object_get(me, "seed"));
    json_decref(me);
}

const char *app_grader_key(char ret[APP_GRADER])
{
    snprintf(ret, APP_GRADER, "grader.%u", (unsigned)geteuid());
    return ret;
}

static void set_grader(struct app *a)
{
    char key[APP_GRADER];
    json_t *name = NULL;
    if (db_state_get(a->db, app_grader_key(key), &name) == DB_OK)
        db_set_user(a->db, json_string_value(name));
    json_decref(name);
}

static int64_t pinned_now(void)
{
    const char *now = getenv("RIDGE_NOW");
    return now ? strtoll(now, NULL, 10) * 1000 : 0;
}

int64_t app_now(void)
{
    return pinned_now() ? pinned_now() : clock_ms(CLOCK_REALTIME);
}

enum app_exit app_need_db(struct app *a)
{
    if (a->db)
        return APP_OK;
    struct err err = { "" };
    char *path = a->db_path ? strdup(a->db_path) : util_path("%s/ridge.db", a->home);
    enum db_status s = db_open(path, DB_CREATE, &a->db, &err);
    if (s == DB_READONLY || s == DB_FULL) {
        /* what can still be read is worth more than a refusal; nothing new is kept, and we say so */
        enum db_status r = db_open(path, DB_RDONLY, &a->db, NULL);
        if (r != DB_OK)
            r = db_open(path, DB_MEMORY, &a->db, NULL);
        if (r == DB_OK) {
            snprintf(a->notice, sizeof a->notice, "Nothing will be recorded: %.480s", err.text);
            s = DB_OK;
        }
    }
    free(path);
    if (s != DB_OK)
        return app_fail(a, APP_CONFIG, "%s", err.text);
    if (db_notice(a->db))
        snprintf(a->notice, sizeof a->notice, "%s", db_notice(a->db));
    db_set_clock(a->db, pinned_now());
    learner_seed(a);
    set_grader(a);
    return APP_OK;
}

/* "w04-flash-tiles, w04b-flash-cuda and 3 more" */
static void beginning_so(struct app *a, const char *id, char *ret, size_t n)
{
    enum { SHOWN = 6 };
    json_t *labs = curriculum_lab_ids(a->cur), *lab;
    size_t k, used = 0, found = 0;
    *ret = 0;
    json_array_foreach(labs, k, lab)
        if (!strncmp(json_string_value(lab), id, strlen(id)) && found++ < SHOWN && used < n)
            used += (size_t)snprintf(ret + used, n - used, "%s%s", used ? ", " : "", json_string_value(lab));
    if (found > SHOWN && used < n)
        snprintf(ret + used, n - used, " and %zu more", found - SHOWN);
    json_decref(labs);
}

/* An exact id, or the only id that begins so. One lab whose manifest is broken hides no other. Yours to free. */
static char *match(struct app *a, const char *id, int *many)
{
    json_t *labs = curriculum_lab_ids(a->cur), *lab;
    const char *found = NULL;
    size_t k, n = strlen(id);
    *many = 0;
    json_array_foreach(labs, k, lab) {
        const char *have = json_string_value(lab);
        if (n && !strncmp(have, id, n)) {
            /* "w04" means w04-flash-tiles even when w04b-flash-cuda is there */
            if (!found || (have[n] == '-' && found[n] != '-'))
                found = have;
            else if (found[n] != '-')
                *many = 1;
        }
    }
    char *ret = found ? strdup(found) : NULL;
    json_decref(labs);
    return ret;
}

/* Does its id begin with the name of a pack that was here once? */
static int of_absent_pack(const struct app *a, const char *id)
{
    char *name = util_path("%.*s", (int)strcspn(id, "-"), id), *key = packs_key(a, name);
    int was = key && id[strlen(name)];
    free(key);
    free(name);
    return was;
}

/* What hidden cases are drawn by: a number that JSON and Lua hold exactly. */
static uint64_t new_draw(const struct app *a)
{
    uint64_t seed = a->draw;
    if (!seed && getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = 1;
    return seed >> 12;
}

/* The drill NAME of the lab whose id begins with `lab`. */
static json_t *drill_of(struct app *a, const char *lab, const char *name)
{
    int many = 0;
    char known[512];
    char *full = curriculum_has_lab(a->cur, lab) ? strdup(lab) : match(a, lab, &many);
    if (!full || many) {
        free(full);
        return app_lab(a, lab); /* says why there is none */
    }
    char *id = util_path("%s/%s", full, name);
    bool there = curriculum_has_lab(a->cur, id);
    json_t *drill = there ? curriculum_lab(a->cur, id, new_draw(a)) : NULL;
    if (there && !drill)
        app_fail(a, APP_CONFIG, "%s", curriculum_error(a->cur));
    if (!there)
        drill_rows_names(a, full, known, sizeof known);
    if (!there && *known)
        app_fail(a, APP_USAGE, "Lab %s has no drill \"%s\". It has: %s.", full, name, known);
    else if (!there)
        app_fail(a, APP_USAGE, "Lab %s has no drills.", full);
    free(id);
    free(full);
    return drill;
}

json_t *app_lab(struct app *a, const char *id)
{
    uint64_t seed = new_draw(a);
    int many = 0;
    char near[512], of[128];
    const char *slash = strchr(id, '/');
    if (slash && snprintf(of, sizeof of, "%.*s", (int)(slash - id), id) < (int)sizeof of)
        return drill_of(a, of, slash + 1);
    char *full = curriculum_has_lab(a->cur, id) ? strdup(id) : match(a, id, &many);
    if (full && !many) {
        json_t *lab = curriculum_lab(a->cur, full, seed);
        if (!lab)
            app_fail(a, APP_CONFIG, "%s", curriculum_error(a->cur));
        free(full);
        return lab;
    }
    free(full);
    if (many)
        beginning_so(a, id, near, sizeof near);
    else
        suggest_labs(a, id, near, sizeof near);
    json_decref(curriculum_lab(a->cur, id, seed)); /* there is none: or could it not be read? */
    if (json_object_get(curriculum_catalogue(a->cur), id))
        app_fail(a, APP_USAGE, "Lab %s is planned and not ready yet. `ridge list` shows the labs that are ready.", id);
    else if (of_absent_pack(a, id))
        app_fail(a, APP_USAGE,
                 "Lab %s is of pack %.*s, which is not here: `ridge pack add` brings it back. What you did "
                 "in it is kept.",
                 id, (int)strcspn(id, "-"), id);
    else if (many)
        app_fail(a, APP_USAGE, "\"%s\" begins several labs: %s. Type one more letter.", id, near);
    else
        app_fail(a, APP_USAGE, "There is no %s \"%s\".%s%s%s `ridge list` shows all %s.", a->sought ? a->sought : "lab",
                 id, *near ? " Did you mean " : "", near, *near ? "?" : "", a->sought ? "of them" : "labs");
    return NULL;
}

char *app_work_root(const struct app *a)
{
    return util_path("%s/work", a->home);
}

char *app_work_dir(const struct app *a, const char *lab)
{
    char *root = app_work_root(a), *dir = util_path("%s/%s", root, lab);
    free(root);
    return dir;
}
