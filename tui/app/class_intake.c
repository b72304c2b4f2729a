/* What a class hands in, into the workbook. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "class_intake.h"
#include "sources.h"
#include "db/gradebook.h"
#include "grader/class/late.h"
#include "grader/intake/ending.h"
#include "grader/intake/intake.h"
#include "runner/base/js.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"

/* What is taken in, and for whom. */
struct taking {
    struct app *a;
    const json_t *lab;
    const struct class_intake *in;
    json_t *students, *notes, *times; /* notes, times: not ours */
    json_t *policy;
};

static void unknown(json_t *list, const char *path, const char *why)
{
    char *clean = util_clean(path, strlen(path), 0);
    json_array_append_new(list, json_pack("{s:s s:s}", "path", clean, "why", why));
    free(clean);
}

/* When a submission came in: the instructor's word before its files'. */
static int64_t received(const char *word, const json_t *submission)
{
    int64_t said;
    return word && !late_parse_time(word, &said)
               ? said
               : (int64_t)json_integer_value(json_object_get(submission, "received"));
}

/* What was chosen of it, or opened, stands with where it came from, and is listed. */
static char *origin_of(const struct taking *t, const json_t *s)
{
    const char *note = js_text(s, "note"), *origin = js_text(s, "origin");
    if (!*note)
        return util_path("%s", origin);
    char *clean = util_clean(note, strlen(note), 0), *ret = util_path("%s (%s)", origin, clean);
    const json_t *student = json_array_get(t->students, (size_t)js_number(s, "student"));
    json_array_append_new(t->notes, json_pack("{s:s s:s}", "key", js_text(student, "key"), "note", clean));
    free(clean);
    return ret;
}

static int keep_one(struct taking *t, const json_t *s)
{
    struct db_file file[DB_MAX_FILES];
    size_t n = sources_rows(json_object_get(s, "files"), file);
    const char *why = json_string_value(json_object_get(s, "refused"));
    const json_t *student = json_array_get(t->students, (size_t)js_number(s, "student"));
    char *origin = origin_of(t, s);
    struct db_submission row = { .student = (int64_t)json_integer_value(json_object_get(student, "id")),
                                 .lab = js_text(t->lab, "id"),
                                 .received = received(t->in->received, s),
                                 .said = t->in->received != NULL,
                                 .mark = json_string_value(json_object_get(s, "mark")),
                                 .origin = origin,
                                 .refused = why,
                                 .file = file,
                                 .nfiles = n };
    int rc = db_submission_add(t->a->db, &row, NULL, NULL) == DB_OK ? 0 : app_fail_db(t->a);
    free(origin);
    return rc;
}

/* {path of what was taken in: [{"path","why"}]}: nobody's entries stay listed until it is taken in again. */
static json_t *strangers_kept(struct app *a, const char *lab)
{
    json_t *kept = NULL;
    char *key = util_path("class.unknown:%s", lab);
    if (db_state_get(a->db, key, &kept) != DB_OK || !json_is_object(kept)) {
        json_decref(kept);
        kept = json_object();
    }
    free(key);
    return kept;
}

static int keep_strangers(struct app *a, const char *lab, const char *path, json_t *list)
{
    json_t *kept = strangers_kept(a, lab);
    char *key = util_path("class.unknown:%s", lab);
    if (json_array_size(list))
        json_object_set(kept, path, list);
    else
        json_object_del(kept, path);
    int rc = db_state_put(a->db, key, kept) == DB_OK ? 0 : app_fail_db(a);
    free(key);
    json_decref(kept);
    return rc;
}

/* A zip's times have no zone: that of the due time, since nobody else is compared with them; else this process's. The
 * sandbox has no environment, so that a TZ said here would not be heard there. */
static int zone_of(const struct taking *t)
{
    const struct late_policy p = late_from_json(t->policy);
    struct tm now;
    time_t s = time(NULL);
    if (p.has_zone)
        return p.zone;
    return getenv("TZ") && localtime_r(&s, &now) ? (int)(now.tm_gmtoff / 60) : INTAKE_ZONE_OF_MACHINE;
}

/* What the times of a folder or an archive say of themselves: a download's or a copy's are all alike, and Canvas's are
 * always the download's. */
static void note_times(const struct taking *t, const char *path, const json_t *submissions)
{
    enum { ALIKE_MS = 600000 };
    const struct late_policy p = late_from_json(t->policy);
    size_t k, marked = 0, late = 0, n = 0;
    int64_t first = INT64_MAX, last = 0;
    const json_t *s;
    json_array_foreach(submissions, k, s) {
        int64_t at = (int64_t)js_number(s, "received");
        marked += json_is_string(json_object_get(s, "mark"));
        late += !strcmp(js_text(s, "mark"), "late");
        if (json_is_string(json_object_get(s, "mark")) || !at)
            continue;
        n++;
        first = at < first ? at : first;
        last = at > last ? at : last;
    }
    if (marked && !t->in->received)
        json_array_append_new(
            t->times, json_sprintf("%s is in Canvas's layout, whose times are the download's: %zu without LATE in the "
                                   "name count as in time, %zu with LATE as late", path, marked - late, late));
    if (n > 1 && p.has_due && late_days(&p, first) > 0 && last - first < ALIKE_MS && !t->in->received)
        json_array_append_new(
            t->times, json_sprintf("all %zu times in %s lie within ten minutes, after the due time: they look like a "
                                   "download's or a copy's, and make everybody late. `--received TIME` beside a folder "
                                   "that was not taken in before says when its files came in", n, path));
}

/* One folder or archive: a class's, or one student's when it is named so. */
/* What another name stood for is said beside where the hand-in came from. */
static void note_names(json_t *submissions, const json_t *renamed)
{
    const char *now;
    json_t *was, *s;
    size_t k;
    json_object_foreach((json_t *)(size_t)renamed, now, was)
        json_array_foreach(submissions, k, s) {
            const char *origin = js_text(s, "origin"), *top = strchr(origin, '/');
            size_t n = top ? strlen(top + 1) : 0;
            if (*js_text(s, "note") || (n && (strncmp(now, top + 1, n) || (now[n] && now[n] != '/'))))
                continue;
            json_object_set_new(s, "note", json_sprintf("%s was taken for the lab's file", json_string_value(was)));
            break;
        }
}

static int take_in(struct taking *t, const char *path)
{
    struct err e = { "" };
    char *real = realpath(path, NULL), *program = programs_find("ridge-intake");
    const char *base = real ? strrchr(real, '/') + 1 : path;
    size_t student = 0, k;
    int single = !intake_owner(t->students, base, &student), rc = 0;
    const json_t *s, *edit = json_object_get(t->lab, "edit");
    bool ours = false;
    json_t *wanted = ending_also(edit, t->in->endings, t->in->nendings), *strangers = json_array();
    json_t *entries = intake_fetch(program, path, single, zone_of(t), wanted, &ours, &e);
    json_t *renamed = ending_rename(edit, t->in->endings, t->in->nendings, entries);
    if (ours) {
        rc = app_fail(t->a, APP_OURS, "%s: %s", path, e.text);
    } else if (!entries && single) {
        json_t *one = json_pack("{s:i s:s s:I s:s s:{}}", "student", (int)student, "origin", base, "received",
                                (json_int_t)0, "refused", e.text, "files");
        rc = keep_one(t, one);
        json_decref(one);
    } else if (!entries) {
        unknown(strangers, path, e.text);
    }
    json_t *g = entries ? intake_group(t->students, edit, entries, base, single ? (long)student : -1) : NULL;
    note_names(json_object_get(g, "submissions"), renamed);
    json_array_foreach(json_object_get(g, "submissions"), k, s)
        rc = rc ? rc : keep_one(t, s);
    note_times(t, base, json_object_get(g, "submissions"));
    json_array_extend(strangers, json_object_get(g, "unknown"));
    rc = rc ? rc : keep_strangers(t->a, js_text(t->lab, "id"), real ? real : path, strangers);
    json_decref(strangers);
    json_decref(renamed);
    json_decref(wanted);
    json_decref(g);
    json_decref(entries);
    free(program);
    free(real);
    return rc;
}

enum app_exit class_intake(struct app *a, const json_t *lab, const struct class_intake *in, json_t *notes,
                          json_t *times)
{
    struct taking t = { .a = a, .lab = lab, .in = in, .notes = notes, .times = times };
    int64_t when;
    int rc = 0;
    enum db_status s = db_assignment_get(a->db, js_text(lab, "id"), &t.policy);
    if ((s != DB_OK && s != DB_NOTFOUND) || db_students(a->db, &t.students) != DB_OK) {
        json_decref(t.policy);
        return app_fail_db(a);
    }
    if (!json_array_size(t.students))
        rc = app_fail(a, APP_USAGE, "There is no class yet. `ridge roster import FILE.csv` makes one.");
    else if (in->received && (!in->n || late_parse_time(in->received, &when)))
        rc = app_fail(a, APP_USAGE, "--received takes a time with its offset, such as 2026-12-01T23:59+01:00, "
                      "and beside it the folders and archives that came in then; not \"%s\"", in->received);
    for (int k = 0; k < in->nendings && !rc; k++)
        if (!in->n || !ending_is(in->endings[k]))
            rc = app_fail(a, APP_USAGE, "--ending takes an ending with its dot, such as .c.txt, and beside it the "
                          "folders and archives whose files have it; not \"%s\"", in->endings[k]);
    for (int k = 0; k < in->n && !rc && !*in->interrupted; k++)
        rc = access(in->paths[k], F_OK) ? (int)app_fail(a, APP_USAGE, "%s: %s", in->paths[k], strerror(errno))
                                        : take_in(&t, in->paths[k]);
    json_decref(t.students);
    json_decref(t.policy);
    return rc;
}

enum app_exit class_queue_new(struct app *a, const json_t *lab)
{
    json_t *submissions = NULL, *gradings = NULL, *known = json_object();
    size_t k;
    const json_t *row;
    char id[24];
    int rc = db_submissions(a->db, js_text(lab, "id"), &submissions) == DB_OK &&
             db_gradings(a->db, js_text(lab, "id"), -1, &gradings) == DB_OK ? 0 : app_fail_db(a);
    json_array_foreach(gradings, k, row) {
        snprintf(id, sizeof id, "%lld", (long long)js_number(row, "submission"));
        json_object_set_new(known, id, json_true());
    }
    json_array_foreach(submissions, k, row) {
        snprintf(id, sizeof id, "%lld", (long long)js_number(row, "id"));
        if (!rc && !json_is_string(json_object_get(row, "refused")) && !json_object_get(known, id) &&
            db_grading_queue(a->db, (int64_t)js_number(row, "id"), (int)js_number(lab, "rev"), 0, NULL, NULL) !=
                DB_OK)
            rc = app_fail_db(a);
    }
    json_decref(known);
    json_decref(gradings);
    json_decref(submissions);
    return rc;
}

json_t *class_strangers(struct app *a, const char *lab)
{
    json_t *kept = strangers_kept(a, lab), *list = json_array(), *v;
    const char *path;
    json_object_foreach(kept, path, v)
        json_array_extend(list, v);
    json_decref(kept);
    return list;
}
