/* roster forget: a student who asks to be erased is erased: rows, folders, bytes; what is left is said. */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/class/team.h"
#include "tui/app/class_run.h"
#include "cli.h"
#include "db/gradebook.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { DEPTH = 8, LEAST_TERM = 4 };
#define FILE_BYTES ((size_t)1 << 30)

static const char unfinished[] = "class.forget"; /* of ui_state: rows are erased, the file is not yet written anew */

struct forgetting {
    struct cli *c;
    const char *key;
    char *name, *email;
    json_t *removed, *kept, *still; /* paths; kept: what could not be deleted */
};

/* ---- which files name the student --------------------------------------------------------- */

static bool holds(const char *bytes, size_t n, const char *term)
{
    return term && memmem(bytes, n, term, strlen(term));
}

/* By name and e-mail; by the key where these say nothing. A short one would be found everywhere. -1: nobody can say. */
static int names(const struct forgetting *f, const char *path)
{
    const char *terms[2] = { f->name, f->email };
    size_t n = 0, known = 0;
    char *bytes = util_read_bytes(path, FILE_BYTES, &n, NULL);
    bool found = false;
    if (!bytes)
        return -1;
    for (size_t k = 0; k < 2; k++) {
        if (strlen(terms[k]) < LEAST_TERM)
            continue;
        known++;
        found |= holds(bytes, n, terms[k]);
    }
    found |= !known && holds(bytes, n, f->key);
    free(bytes);
    return found;
}

typedef void each_fn(struct forgetting *f, const char *path);

/* Every plain file below; links are nobody's. */
static void walk(struct forgetting *f, const char *path, int depth, each_fn *each)
{
    struct stat st;
    if (lstat(path, &st))
        return;
    if (S_ISREG(st.st_mode))
        each(f, path);
    DIR *d = S_ISDIR(st.st_mode) && depth ? opendir(path) : NULL;
    for (const struct dirent *e; d && (e = readdir(d));) {
        char *below = util_path("%s/%s", path, e->d_name);
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
            walk(f, below, depth - 1, each);
        free(below);
    }
    if (d)
        closedir(d);
}

static bool is_listed(const json_t *list, const char *path)
{
    size_t k;
    const json_t *one;
    json_array_foreach(list, k, one)
        if (!strcmp(json_string_value(one), path))
            return true;
    return false;
}

static void note_still(struct forgetting *f, const char *path)
{
    if (!is_listed(f->kept, path) && names(f, path))
        json_array_append_new(f->still, json_string(path));
}

/* The workbook wherever it lies, its log, its copies, and what a class leaves in the home. */
static void look_around(struct forgetting *f)
{
    static const char *const beside[] = { "", "-wal", "-journal", ".backups" };
    static const char *const home[] = { "collected", "spool" };
    for (size_t k = 0; k < sizeof beside / sizeof beside[0]; k++) {
        char *path = util_path("%s%s", db_path(f->c->app.db), beside[k]);
        walk(f, path, DEPTH, note_still);
        free(path);
    }
    for (size_t k = 0; k < sizeof home / sizeof home[0]; k++) {
        char *path = util_path("%s/%s", f->c->app.home, home[k]);
        walk(f, path, DEPTH, note_still);
        free(path);
    }
}

/* ---- what goes ----------------------------------------------------------------------------- */

static void note_removed(struct forgetting *f, const char *path, int failed)
{
    json_array_append_new(failed ? f->kept : f->removed, json_string(path));
}

/* A hand-in's manifest says whose it is, in the form that bundle.c writes; the archive is not compressed. */
static void remove_bundle(struct forgetting *f, const char *path)
{
    json_t *key = json_string(f->key);
    char *text = json_dumps(key, JSON_ENCODE_ANY), *line = util_path("\"student\": %s", text ? text : "");
    size_t n = 0;
    char *bytes = util_read_bytes(path, FILE_BYTES, &n, NULL);
    if (bytes && holds(bytes, n, line))
        note_removed(f, path, unlink(path));
    free(bytes);
    free(line);
    free(text);
    json_decref(key);
}

/* collected/LAB/bundles, and KEY's folders in collected/LAB/students and back; a key that is no name of a folder never
 * made one. */
static void remove_collected(struct forgetting *f)
{
    char *base = util_path("%s/collected", f->c->app.home);
    DIR *d = opendir(base);
    bool plain = *f->key && *f->key != '.' && !strchr(f->key, '/');
    for (const struct dirent *e; d && (e = readdir(d));) {
        if (*e->d_name == '.')
            continue;
        char *bundles = util_path("%s/%s/bundles", base, e->d_name);
        static const char *const in[] = { "students", "back" };
        walk(f, bundles, 1, remove_bundle);
        for (size_t k = 0; k < 2; k++) {
            char *own = util_path("%s/%s/%s/%s", base, e->d_name, in[k], f->key);
            if (plain && !access(own, F_OK))
                note_removed(f, own, util_remove_tree(own));
            free(own);
        }
        free(bundles);
    }
    if (d)
        closedir(d);
    free(base);
}

static void remove_backup(struct forgetting *f, const char *path)
{
    if (names(f, path) > 0)
        note_removed(f, path, unlink(path));
}

/* A copy without the student is made before those with go. */
static int remove_backups(struct forgetting *f)
{
    if (!f->c->opt.backups)
        return 0;
    if (db_backup_keep(f->c->app.db, 0) != DB_OK)
        return (int)app_fail_db(&f->c->app);
    char *dir = util_path("%s.backups", db_path(f->c->app.db));
    walk(f, dir, 1, remove_backup);
    free(dir);
    return 0;
}

/* ---- the command --------------------------------------------------------------------------- */

static int set_unfinished(struct cli *c, bool on)
{
    json_t *v = json_boolean(on);
    enum db_status s = db_state_put(c->app.db, unfinished, v);
    json_decref(v);
    return s == DB_OK ? 0 : (int)app_fail_db(&c->app);
}

static bool is_unfinished(struct cli *c)
{
    json_t *v = NULL;
    bool on = db_state_get(c->app.db, unfinished, &v) == DB_OK && json_is_true(v);
    json_decref(v);
    return on;
}

static int purge(struct cli *c)
{
    if (db_purge(c->app.db) != DB_OK)
        return (int)app_fail_db(&c->app);
    return set_unfinished(c, false);
}

static int confirm(const struct forgetting *f)
{
    char question[400], *name = util_clean(f->name, strlen(f->name), 0);
    snprintf(question, sizeof question,
             "Erase %.100s (%.100s) for good, with all submissions, sources and grades, of every lab? Export what you "
             "must keep first.",
             name, f->key);
    free(name);
    if (cli_confirmed(f->c, question))
        return 0;
    return app_fail(&f->c->app, APP_USAGE,
                    "Nothing was erased. --yes erases %s for good, grades, too: export what you must keep first.",
                    f->key);
}

static void print_list(const json_t *list, const char *what)
{
    size_t k;
    const json_t *path;
    json_array_foreach(list, k, path)
        printf("  %s %s\n", what, json_string_value(path));
}

/* "1 submission", "2 submissions"; `what`: one of them. */
static void print_count(const json_t *erased, const char *what, const char *then)
{
    char *key = util_path("%ss", what);
    size_t n = (size_t)js_number(erased, key);
    printf("%zu %s%s%s", n, what, cli_s(n), then);
    free(key);
}

static int tell(struct forgetting *f, json_t *erased)
{
    if (f->c->app.json)
        return cli_json(json_pack("{s:s s:s s:o s:O s:O s:O}", "schema", "ridge.forget/1", "key", f->key, "erased",
                                  erased, "removed", f->removed, "kept", f->kept, "still", f->still));
    printf("Erased: ");
    print_count(erased, "submission", ", ");
    print_count(erased, "grading", ", ");
    print_count(erased, "adjustment", ", and the text of ");
    printf("%.0f row%s of the audit.\n", js_number(erased, "audit"), cli_s((size_t)js_number(erased, "audit")));
    print_list(f->removed, "deleted:");
    print_list(f->still, "still names the student:");
    printf("What was exported, printed or sent, and copies of the workbook elsewhere, are yours to erase.%s\n",
           json_array_size(f->still) && !f->c->opt.backups
               ? " --backups deletes the workbook's own older copies." : "");
    json_decref(erased);
    return APP_OK;
}

/* Whatever else came of it: nobody may take the student for erased. */
static int say_kept(const struct forgetting *f)
{
    size_t k;
    const json_t *path;
    json_array_foreach(f->kept, k, path)
        cli_say("Could not delete %s.", json_string_value(path));
    if (!k)
        return APP_OK;
    cli_say("The student's rows are erased from the workbook. Delete the files above yourself.");
    return APP_CONFIG;
}

/* *kept: what to exit with where all else went well. */
static int erase(struct forgetting *f, int *kept)
{
    json_t *erased = NULL;
    int code = confirm(f);
    code = code ? code : set_unfinished(f->c, true);
    if (!code && db_student_forget(f->c->app.db, f->key, &erased) != DB_OK)
        code = (int)app_fail_db(&f->c->app);
    if (!code)
        remove_collected(f);
    code = code ? code : purge(f->c);
    code = code ? code : remove_backups(f);
    *kept = say_kept(f);
    if (code) {
        json_decref(erased);
        return code;
    }
    look_around(f);
    return tell(f, erased);
}

/* The rows are gone already: what an earlier try could not do, and the copies. */
static int go_on(struct cli *c, const char *key)
{
    if (!is_unfinished(c))
        return cli_no_student(c, key);
    int code = purge(c);
    if (!code && !c->app.json)
        printf("Nobody of that id is in the class; what was erased before is gone from the file now, too.\n");
    if (!code && c->app.json)
        cli_json(json_pack("{s:s s:s s:n}", "schema", "ridge.forget/1", "key", key, "erased"));
    return code;
}

/* What a group handed in by this student is its own as much: it goes to a member who stays, to be graded anew. */
static int hand_over(struct cli *c, const json_t *student, size_t *n)
{
    json_t *teams = NULL, *class = NULL, *list = NULL, *members, *id;
    int64_t own = json_integer_value(json_object_get(student, "id")), to = 0;
    size_t k, q;
    const json_t *s;
    int code = db_teams(c->app.db, &teams) != DB_OK || db_students(c->app.db, &class) != DB_OK ||
                       db_submissions(c->app.db, NULL, &list) != DB_OK
                   ? (int)app_fail_db(&c->app)
                   : 0;
    members = team_members(teams, own);
    json_array_foreach(members, k, id)
        json_array_foreach(class, q, s)
            if (json_integer_value(id) != own && json_equal(json_object_get(s, "id"), id))
                to = json_integer_value(id);
    json_array_foreach(list, k, s) {
        struct db_file *files = NULL;
        size_t nfiles = 0;
        const char *mark = json_string_value(json_object_get(s, "mark"));
        if (code || !to || json_integer_value(json_object_get(s, "student")) != own ||
            json_is_string(json_object_get(s, "refused")))
            continue;
        if (db_submission_files(c->app.db, json_integer_value(json_object_get(s, "id")), &files, &nfiles) != DB_OK)
            code = (int)app_fail_db(&c->app);
        struct db_submission b = { .student = to, .lab = js_text(s, "lab"), .mark = mark, .origin = "of the group",
                                   .received = json_integer_value(json_object_get(s, "received")), .file = files,
                                   .nfiles = nfiles };
        if (!code && db_submission_add(c->app.db, &b, NULL, NULL) != DB_OK)
            code = (int)app_fail_db(&c->app);
        *n += !code;
        db_files_free(files, nfiles);
    }
    json_decref(members);
    json_decref(teams);
    json_decref(class);
    json_decref(list);
    return code;
}

int cli_forget(struct cli *c, const char *key)
{
    json_t *s = NULL;
    int lock = class_run_lock(&c->app), code = lock < 0 ? APP_CONFIG : APP_OK, kept = APP_OK;
    enum db_status found = code ? DB_OK : db_student_get(c->app.db, key, &s);
    if (found != DB_OK && found != DB_NOTFOUND)
        code = (int)app_fail_db(&c->app);
    if (!code && s) {
        struct forgetting f = { .c = c,
                                .key = key,
                                .name = strdup(js_text(s, "name")),
                                .email = strdup(js_text(s, "email")),
                                .removed = json_array(),
                                .kept = json_array(),
                                .still = json_array() };
        size_t given = 0;
        code = hand_over(c, s, &given);
        code = code ? code : f.name && f.email ? erase(&f, &kept) : APP_OURS;
        if (!code && given && !c->app.json)
            printf("What was handed in for a group is now another member's; `ridge grade --lab LAB` grades it anew.\n");
        free(f.name);
        free(f.email);
        json_decref(f.removed);
        json_decref(f.kept);
        json_decref(f.still);
    } else if (!code) {
        code = go_on(c, key);
    }
    json_decref(s);
    if (lock >= 0)
        class_run_unlock(lock);
    return code ? cli_fail(c, code) : kept;
}
