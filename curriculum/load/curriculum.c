/* curriculum.c: choose the files of an operation, have it run, keep what comes out. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "curriculum.h"
#include "evaluate.h"
#include "lab_files.h"
#include "snapshot.h"
#include "runner/base/util.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 256 };

/* --- errors ------------------------------------------------------------------------------- */

const char *curriculum_error(const struct curriculum *cur)
{
    return cur->error ? cur->error : "";
}

bool curriculum_unable(const struct curriculum *cur)
{
    return cur->unable;
}

const json_t *curriculum_errors(const struct curriculum *cur)
{
    return cur->errors;
}

const char *curriculum_root(const struct curriculum *cur)
{
    return cur->root;
}

/* --- open, close -------------------------------------------------------------------------- */

struct curriculum *curriculum_open(const char *root, struct err *e)
{
    struct curriculum *cur = calloc(1, sizeof *cur);
    char name[NAME];
    if (cur)
        cur->root = strdup(root);
    if (!cur || !cur->root) {
        free(cur);
        err_set(e, "There is no memory left.");
        return NULL;
    }
    cur->lua.root = cur->root;
    cur->errors = json_array();
    if (evaluate_open(cur, name, sizeof name))
        return cur;
    err_set(e, "%s is not the folder of Ridge's data: %s in it cannot be read.", root, name);
    curriculum_close(cur);
    return NULL;
}

static void forget_weeks(struct curriculum *cur)
{
    for (int n = 0; n <= WEEKS; n++) {
        json_decref(cur->week[n]);
        cur->week[n] = NULL;
    }
}

void curriculum_reload(struct curriculum *cur)
{
    json_decref(cur->tables);
    json_decref(cur->kept_tables);
    json_decref(cur->briefs);
    json_decref(cur->weeks);
    json_decref(cur->labs);
    json_decref(cur->cards);
    cur->tables = cur->kept_tables = cur->briefs = cur->weeks = cur->labs = cur->cards = NULL;
    snapshot_close(cur->snapshot);
    cur->snapshot = NULL;
    cur->looked = false;
    forget_weeks(cur);
}

static void drop_shelf(struct curriculum *cur, size_t k)
{
    free(cur->shelves[k].dir);
    free(cur->shelves[k].label);
    cur->nshelves--;
    memmove(cur->shelves + k, cur->shelves + k + 1, (cur->nshelves - k) * sizeof *cur->shelves);
}

const char *curriculum_left_out(const struct curriculum *cur)
{
    return cur->left_out ? cur->left_out : "";
}

void curriculum_close(struct curriculum *cur)
{
    if (!cur)
        return;
    curriculum_reload(cur);
    json_decref(cur->errors);
    evaluate_close(cur);
    while (cur->nshelves)
        drop_shelf(cur, 0);
    free(cur->shelves);
    free(cur->left_out);
    free(cur->kept);
    free(cur->shipped);
    free(cur->error);
    free(cur->root);
    free(cur);
}

bool curriculum_add_shelf(struct curriculum *cur, const char *dir, const char *label)
{
    struct shelf *grown = realloc(cur->shelves, (cur->nshelves + 1) * sizeof *grown);
    if (!grown)
        return false;
    cur->shelves = grown;
    grown[cur->nshelves] = (struct shelf){strdup(dir), strdup(label)};
    if (!grown[cur->nshelves].dir || !grown[cur->nshelves].label) {
        free(grown[cur->nshelves].dir);
        free(grown[cur->nshelves].label);
        return false;
    }
    cur->nshelves++;
    curriculum_reload(cur);
    return true;
}

bool curriculum_boxed(struct curriculum *cur)
{
    struct files f = {.root = cur->root};
    if (!cur->operations)
        json_decref(evaluate(cur, CORE, NULL, &f, json_pack("{s:s}", "op", "nothing"), true));
    return cur->boxed;
}

static struct files new_files(const struct curriculum *cur)
{
    return (struct files){.root = cur->root, .shelves = cur->shelves, .nshelves = cur->nshelves};
}

static int week_of(const char *owner)
{
    char *end;
    const char *digits = owner[0] == 'w' && strlen(owner) == 3 ? owner + 1 : owner;
    long n = digits[0] >= '0' && digits[0] <= '9' ? strtol(digits, &end, 10) : 0;
    return n >= 1 && n <= WEEKS && !*end ? (int)n : 0;
}

static void add_week(struct files *f, int n)
{
    char name[NAME];
    snprintf(name, sizeof name, "curriculum/weeks/w%02d.lua", n);
    if (files_add(f, name))
        files_add_included(f, f->list[f->n - 1].text);
}

json_t *curriculum_pack(struct curriculum *cur, const char *label)
{
    struct files f = new_files(cur);
    char name[NAME];
    if (snprintf(name, sizeof name, "%s/pack.lua", label) >= NAME || !files_add(&f, name)) {
        evaluate_error(cur, "The file %s/pack.lua cannot be read.", label);
        files_finish(&f);
        return NULL;
    }
    return evaluate(cur, PACK, NULL, &f, json_pack("{s:s,s:s}", "op", "pack", "file", name), false);
}

/*
 * Everything could not be evaluated: what loops or eats all memory on a shelf must not take the rest with it. Drops the
 * shelf of the file that the error names, and else all of them; false when there is none left.
 */
static bool drop_faulty(struct curriculum *cur)
{
    if (curriculum_waits(cur))
        return false; /* nothing has failed so far */
    const struct files f = new_files(cur);
    const char *at = cur->error ? strstr(cur->error, "labs/") : NULL;
    const char *home = at ? files_home(&f, at) : NULL;
    size_t faulty = cur->nshelves;
    if (!cur->nshelves)
        return false;
    for (size_t k = 0; k < cur->nshelves; k++)
        if (home == cur->shelves[k].dir || (cur->error && strstr(cur->error, cur->shelves[k].label) == cur->error))
            faulty = k;
    if (!cur->left_out && asprintf(&cur->left_out, "%s", cur->error ? cur->error : "a pack") < 0)
        cur->left_out = NULL;
    if (faulty < cur->nshelves)
        drop_shelf(cur, faulty);
    else
        while (cur->nshelves)
            drop_shelf(cur, 0);
    return true;
}

/* --- tables, weeks, labs ------------------------------------------------------------------ */

static bool keeps(const struct curriculum *cur)
{
    return cur->kept || cur->shipped;
}

/*
 * What was kept under this stamp; else what was made from the same texts, here or where the data come from, which is
 * kept under the stamp. NULL leaves the texts' hash in `ret_texts`.
 */
static struct snapshot *find_kept(const struct curriculum *cur, const struct files *f, uint64_t stamp,
                                  uint64_t *ret_texts)
{
    struct snapshot *s = cur->kept ? snapshot_open(cur->kept, stamp) : NULL;
    if (s)
        return s;
    *ret_texts = snapshot_texts(f);
    s = cur->kept ? snapshot_open_texts(cur->kept, *ret_texts, stamp) : NULL;
    if (!s && cur->shipped)
        s = snapshot_open_texts(cur->shipped, *ret_texts, stamp);
    if (s && cur->kept)
        snapshot_copy(s, cur->kept);
    return s;
}

/* A part of what is kept; NULL: evaluate it. A part that is torn takes the whole file with it. */
static json_t *kept_part(struct curriculum *cur, const char *name)
{
    uint64_t texts;
    if (!cur->snapshot && keeps(cur) && !cur->looked) { /* not curriculum_load(): somebody may hold a table */
        const struct files f = new_files(cur);
        cur->looked = true;
        cur->snapshot = find_kept(cur, &f, snapshot_stamp(&f), &texts);
    }
    json_t *part = cur->snapshot ? snapshot_part(cur->snapshot, name) : NULL;
    if (cur->snapshot && !part) {
        if (cur->kept)
            unlink(cur->kept);
        snapshot_close(cur->snapshot);
        cur->snapshot = NULL;
    }
    return part;
}

static const json_t *table(struct curriculum *cur, const char *name)
{
    const json_t *there = json_object_get(cur->tables ? cur->tables : cur->kept_tables, name);
    json_t *part = there || cur->tables ? NULL : kept_part(cur, name);
    if (part && !cur->kept_tables)
        cur->kept_tables = json_object();
    if (part)
        json_object_set_new(cur->kept_tables, name, part);
    if (there || part)
        return there ? there : part;
    for (bool again = true; !cur->tables && again; again = !cur->tables && drop_faulty(cur)) {
        struct files f = new_files(cur);
        files_add_tables(&f);
        cur->tables = evaluate(cur, TABLES, NULL, &f, json_pack("{s:s}", "op", "tables"), true);
    }
    if (!cur->tables && !curriculum_waits(cur))
        cur->tables = json_object(); /* fail once, not at every call */
    return json_object_get(cur->tables, name);
}

#define TABLE(name)                                                                                \
    const json_t *curriculum_##name(struct curriculum *cur)                                        \
    {                                                                                              \
        return table(cur, #name);                                                                  \
    }
TABLE(hw)
TABLE(models)
TABLE(readings)
TABLE(parts)
TABLE(catalogue)
TABLE(features)
TABLE(tracks)
TABLE(graph)

/* The files with that ending of the prelude, of the cards, of the chapters and of the tours. */
static void add_pages_of_all(struct files *f, const char *suffix)
{
    static const char *const dirs[] = {"curriculum/prelude", "curriculum/cards", "curriculum/deep", "curriculum/tours"};
    for (size_t k = 0; k < sizeof dirs / sizeof dirs[0]; k++)
        files_add_dir(f, dirs[k], suffix);
}

/* The cards that have a file, as a JSON list of ids; adds their files. */
static json_t *all_cards(struct files *f)
{
    const size_t from = f->n, above = strlen("curriculum/"), suffix = strlen(".lua");
    json_t *list = json_array();
    add_pages_of_all(f, ".lua");
    for (size_t k = from; k < f->n; k++)
        json_array_append_new(list, json_stringn(f->list[k].name + above,
                                                 strlen(f->list[k].name) - above - suffix));
    return list;
}

/* The weeks that have a file, as a JSON list; adds their files. */
static json_t *all_weeks(struct files *f)
{
    json_t *list = json_array();
    for (int n = 1; n <= WEEKS; n++) {
        size_t before = f->n;
        add_week(f, n);
        if (f->n > before)
            json_array_append_new(list, json_integer(n));
    }
    return list;
}

static void add_labs_of(json_t *list, struct files *f, const char *home, lab_files_adder *add)
{
    json_t *ids = files_labs(f, home), *id;
    size_t k;
    json_array_foreach(ids, k, id) {
        char path[NAME];
        add(f, json_string_value(id));
        snprintf(path, sizeof path, "labs/%s/lab.lua", json_string_value(id));
        if (files_find(f, path))
            json_array_append(list, id);
    }
    json_decref(ids);
}

static json_t *all_labs(struct files *f, lab_files_adder *add)
{
    json_t *list = json_array();
    add_labs_of(list, f, f->root, add);
    for (size_t k = 0; k < f->nshelves; k++)
        add_labs_of(list, f, f->shelves[k].dir, add);
    return list;
}

/* What a week's hours are added up from: the catalogue, and what each lab says of itself. */
static void add_labs_of_weeks(struct files *f)
{
    json_t *list = json_array();
    files_add_tables(f);
    add_labs_of(list, f, f->root, lab_files_manifest);
    files_add_dir(f, "curriculum/deep", ".lua"); /* which chapters are there */
    json_decref(list);
}

const json_t *curriculum_weeks(struct curriculum *cur)
{
    if (!cur->weeks)
        cur->weeks = kept_part(cur, "weeks");
    if (!cur->weeks) {
        struct files f = new_files(cur);
        json_t *list = all_weeks(&f);
        add_labs_of_weeks(&f);
        cur->weeks = evaluate(cur, TABLES | LAB, NULL, &f, json_pack("{s:s,s:o}", "op", "weeks", "weeks", list), true);
        if (!cur->weeks && !curriculum_waits(cur))
            cur->weeks = json_array();
    }
    return cur->weeks;
}

const json_t *curriculum_week(struct curriculum *cur, int n)
{
    if (n < 1 || n > WEEKS) {
        evaluate_error(cur, "There are weeks 1 to %d, and no week %d.", WEEKS, n);
        return NULL;
    }
    if (!cur->week[n]) {
        struct files f = new_files(cur);
        add_week(&f, n);
        add_labs_of_weeks(&f);
        cur->week[n] = evaluate(cur, TABLES | LAB, NULL, &f, json_pack("{s:s,s:i}", "op", "week", "n", n), false);
    }
    return cur->week[n];
}

void curriculum_keep(struct curriculum *cur, const char *file)
{
    free(cur->kept);
    cur->kept = file ? strdup(file) : NULL;
}

void curriculum_shipped(struct curriculum *cur, const char *file)
{
    free(cur->shipped);
    cur->shipped = file ? strdup(file) : NULL;
}

static json_t *evaluate_all(struct curriculum *cur)
{
    struct files f = new_files(cur);
    files_add_tables(&f);
    json_t *weeks = all_weeks(&f), *labs = all_labs(&f, lab_files_manifest);
    return evaluate(cur, TABLES | LAB, NULL, &f,
               json_pack("{s:s,s:o,s:o,s:o}", "op", "all", "weeks", weeks, "labs", labs, "cards",
                         all_cards(&f)),
               true);
}

/* Each table is a part of its own, since a page shows few of them. */
static void keep(const struct curriculum *cur, uint64_t stamp, uint64_t texts, const json_t *all)
{
    json_t *values = json_copy((json_t *)(size_t)all);
    json_object_update(values, json_object_get(all, "tables"));
    json_object_del(values, "tables");
    snapshot_write(cur->kept, stamp, texts, values);
    json_decref(values);
}

/* Takes what is kept; nothing is read anew that was read from it before. False as find_kept(). */
static bool load_kept(struct curriculum *cur, const struct files *f, uint64_t stamp, uint64_t *ret_texts)
{
    bool same = snapshot_is(cur->snapshot, stamp);
    struct snapshot *other = same ? NULL : find_kept(cur, f, stamp, ret_texts);
    if (!same && !other)
        return false;
    evaluate_errors(cur, NULL);
    if (same) {
        forget_weeks(cur); /* whose text may quote a file that has no part in the stamp */
        return true;
    }
    curriculum_reload(cur);
    cur->snapshot = other;
    return true;
}

bool curriculum_load(struct curriculum *cur)
{
    const struct files files = new_files(cur);
    uint64_t stamp = keeps(cur) ? snapshot_stamp(&files) : 0, texts = 0; /* before the files are read */
    json_t *all;
    if (keeps(cur) && load_kept(cur, &files, stamp, &texts))
        return true;
    do
        all = evaluate_all(cur);
    while (!all && drop_faulty(cur));
    stamp = cur->left_out ? 0 : stamp;
    if (cur->kept && stamp && all && json_array_size(cur->errors) == 0)
        keep(cur, stamp, texts, all);
    if (!all)
        return false;
    curriculum_reload(cur);
    cur->tables = json_incref(json_object_get(all, "tables"));
    cur->weeks = json_incref(json_object_get(all, "weeks"));
    cur->labs = json_incref(json_object_get(all, "labs"));
    cur->cards = json_incref(json_object_get(all, "cards"));
    json_decref(all);
    return true;
}

const json_t *curriculum_labs(struct curriculum *cur)
{
    if (!cur->labs)
        cur->labs = kept_part(cur, "labs");
    for (bool again = true; !cur->labs && again; again = !cur->labs && drop_faulty(cur)) {
        struct files f = new_files(cur);
        json_t *list = all_labs(&f, lab_files_manifest);
        cur->labs =
            evaluate(cur, LAB, NULL, &f, json_pack("{s:s,s:o}", "op", "labs", "labs", list), true);
    }
    if (!cur->labs && !curriculum_waits(cur))
        cur->labs = json_array();
    return cur->labs;
}

const json_t *curriculum_brief(struct curriculum *cur, const char *id)
{
    const json_t *labs = cur->briefs ? NULL : curriculum_labs(cur);
    json_t *brief;
    size_t k;
    if (cur->labs && !cur->briefs) {
        cur->briefs = json_object();
        json_array_foreach(labs, k, brief)
            json_object_set(cur->briefs, json_string_value(json_object_get(brief, "id")), brief);
    }
    return json_object_get(cur->briefs, id);
}

const json_t *curriculum_cards(struct curriculum *cur)
{
    if (!cur->cards)
        cur->cards = kept_part(cur, "cards");
    for (bool again = true; !cur->cards && again; again = !cur->cards && drop_faulty(cur)) {
        struct files f = new_files(cur);
        files_add_tables(&f);
        json_t *list = all_cards(&f);
        cur->cards = evaluate(cur, TABLES, NULL, &f, json_pack("{s:s,s:o}", "op", "cards", "cards", list), true);
    }
    if (!cur->cards && !curriculum_waits(cur))
        cur->cards = json_array();
    return cur->cards;
}

bool curriculum_has_lab(const struct curriculum *cur, const char *id)
{
    struct files f = new_files(cur);
    bool found = files_lab_id(id) && lab_files_manifest(&f, id);
    files_finish(&f);
    return found;
}

json_t *curriculum_lab_ids(const struct curriculum *cur)
{
    struct files f = new_files(cur);
    json_t *list = all_labs(&f, lab_files_manifest);
    files_finish(&f);
    return list;
}

static bool nothing_is_left(void)
{
    return errno == EMFILE || errno == ENFILE || errno == ENOMEM;
}

static bool need_lab(struct curriculum *cur, const char *id)
{
    errno = 0;
    if (curriculum_has_lab(cur, id))
        return true;
    cur->unable = nothing_is_left();
    if (!cur->unable) { /* of labs that cannot be listed none begins with what was typed */
        files_names_free(files_names(cur->root, "labs", NULL, true));
        cur->unable = nothing_is_left();
    }
    if (cur->unable)
        evaluate_error(cur,
                       "labs/%s can't be read: %s. Close something, or raise the limit (`ulimit -a`), and try again.",
                       id ? id : "", strerror(errno));
    else
        evaluate_error(cur, "There is no lab '%s'.", id ? id : "");
    return false;
}

json_t *curriculum_lab(struct curriculum *cur, const char *id, uint64_t seed)
{
    if (!need_lab(cur, id))
        return NULL;
    struct files f = new_files(cur);
    lab_files_add(&f, id);
    char path[NAME], place[FILES_PLACE];
    snprintf(path, sizeof path, "labs/%s", files_lab_place(id, place));
    const char *home = files_home(&f, path);
    json_t *lab = evaluate(cur, LAB | RESOLVE, NULL, &f,
                      json_pack("{s:s,s:s,s:I}", "op", "lab", "id", id, "seed", (json_int_t)seed), false);
    if (lab && home != cur->root) { /* not below the root */
        json_object_set_new(lab, "dir", json_sprintf("%s/labs/%s", home, place));
        json_object_set_new(lab, "kernels", json_sprintf("%s/kernels/%s", home, place));
    }
    return lab;
}

struct evaluation *curriculum_start(struct curriculum *cur, const char *lab, const char *chunk,
                                    const json_t *arg)
{
    if (lab && !need_lab(cur, lab))
        return NULL;
    struct files f = new_files(cur);
    if (lab)
        lab_files_manifest(&f, lab);
    return evaluate_start(cur, LAB | RESOLVE, chunk, &f, json_incref((json_t *)(size_t)arg), true);
}

json_t *curriculum_run(struct curriculum *cur, const char *lab, const char *chunk,
                       const json_t *arg)
{
    struct evaluation *e = curriculum_start(cur, lab, chunk, arg);
    if (e)
        curriculum_pump(e, true);
    return curriculum_end(e);
}

/* --- pages -------------------------------------------------------------------------------- */

/* A page that has questions beside it may use their facts, and ends with its sources. */
static json_t *page_or_card(struct curriculum *cur, const char *op, const char *id)
{
    struct files f = new_files(cur);
    char name[NAME];
    if (!files_add_page(&f, id, "md")) {
        evaluate_error(cur, "There is no page '%s'.", id);
        return NULL;
    }
    snprintf(name, sizeof name, "%s", f.list[0].name);
    if (!files_add_page(&f, id, "lua"))
        return evaluate(cur, PAGES | LAB | TABLES, NULL, &f,
                        json_pack("{s:s,s:s,s:s}", "op", op, "kind", "page", "file", name), false);
    files_add_tables(&f);
    return evaluate(cur, PAGES | LAB | TABLES, NULL, &f,
                    json_pack("{s:s,s:s,s:s}", "op", op, "kind", "card", "id", id), false);
}

/* What operation `op` makes of a page. */
static json_t *of_page(struct curriculum *cur, const char *op, const char *what)
{
    struct files f = new_files(cur);
    char deep[FILES_DEEP];
    what = files_deep_id(what, deep);
    bool brief = !strncmp(what, "brief:", 6);
    const char *id = brief ? what + 6 : what;
    int n = week_of(what);
    if (n) {
        add_labs_of_weeks(&f);
        add_week(&f, n);
        return evaluate(cur, PAGES | LAB | TABLES, NULL, &f,
                        json_pack("{s:s,s:s,s:i}", "op", op, "kind", "week", "id", n), false);
    }
    if (files_page_id(what))
        return page_or_card(cur, op, what);
    if (!strcmp(what, "glossary")) {
        files_add(&f, "curriculum/glossary.lua");
        return evaluate(cur, PAGES | LAB | TABLES, NULL, &f,
                        json_pack("{s:s,s:s}", "op", op, "kind", "glossary"), false);
    }
    if (!need_lab(cur, id))
        return NULL;
    lab_files_manifest(&f, id);
    lab_files_pages(&f, id);
    if (!brief)
        files_add(&f, "curriculum/readings.lua");
    return evaluate(cur, PAGES | LAB | TABLES, NULL, &f,
                    json_pack("{s:s,s:s,s:s}", "op", op, "kind", brief ? "brief" : "lesson", "id", id), false);
}

char *curriculum_lesson(struct curriculum *cur, const char *what)
{
    json_t *value = of_page(cur, "page", what);
    const char *text = json_string_value(value);
    char *copy = text ? strdup(text) : NULL;
    json_decref(value);
    return copy;
}

json_t *curriculum_sources(struct curriculum *cur, const char *what)
{
    return of_page(cur, "sources", what);
}

char *curriculum_file(struct curriculum *cur, const char *file)
{
    struct files f = new_files(cur);
    char *text = files_add(&f, file) ? strdup(files_find(&f, file)->text) : NULL;
    files_finish(&f);
    return text;
}

json_t *curriculum_pages(struct curriculum *cur)
{
    json_t *list = json_array();
    struct files f = new_files(cur);
    add_pages_of_all(&f, ".md");
    for (size_t k = 0; k < f.n; k++) {
        const char *text = f.list[k].text, *name = f.list[k].name + strlen("curriculum/");
        const char *title = !strncmp(text, "# ", 2) ? text + 2 : "";
        json_array_append_new(list,
                              json_pack("{s:o,s:o}", "id", json_stringn(name, strlen(name) - 3),
                                        "title", json_stringn(title, strcspn(title, "\r\n"))));
    }
    files_finish(&f);
    return list;
}

json_t *curriculum_tiers(struct curriculum *cur, const char *lab)
{
    if (!need_lab(cur, lab))
        return NULL;
    struct files f = new_files(cur);
    lab_files_manifest(&f, lab);
    lab_files_pages(&f, lab);
    return evaluate(cur, PAGES | LAB, NULL, &f, json_pack("{s:s,s:s}", "op", "tiers", "id", lab), false);
}

/* --- questions ---------------------------------------------------------------------------- */

static bool add_owner(struct curriculum *cur, struct files *f, const char *owner)
{
    int n = week_of(owner);
    if (files_page_id(owner)) {
        if (!files_add_page(f, owner, "lua"))
            evaluate_error(cur, "There is no card '%s'.", owner);
        return f->n > 0;
    }
    if (!n && !need_lab(cur, owner))
        return false;
    if (n)
        add_week(f, n);
    else
        lab_files_manifest(f, owner);
    return true;
}

json_t *curriculum_questions(struct curriculum *cur, const char *owner, uint64_t seed)
{
    struct files f = new_files(cur);
    char deep[FILES_DEEP];
    owner = files_deep_id(owner, deep);
    if (!add_owner(cur, &f, owner))
        return NULL;
    return evaluate(
        cur, LAB, NULL, &f,
        json_pack("{s:s,s:s,s:I}", "op", "questions", "owner", owner, "seed", (json_int_t)seed),
        false);
}

json_t *curriculum_solved(struct curriculum *cur, const char *owner, uint64_t seed)
{
    struct files f = new_files(cur);
    if (!add_owner(cur, &f, owner))
        return NULL;
    return evaluate(cur, LAB | ANSWER | SOLVED, NULL, &f,
                    json_pack("{s:s,s:s,s:I}", "op", "solved", "owner", owner, "seed", (json_int_t)seed), false);
}

static json_t *answer_of(struct curriculum *cur, const char *owner, const char *question, uint64_t seed,
                         const json_t *answer, const json_t *own, bool reveal, bool stored)
{
    struct files f = new_files(cur);
    char deep[FILES_DEEP];
    owner = files_deep_id(owner, deep);
    if (!add_owner(cur, &f, owner))
        return NULL;
    return evaluate(cur, LAB | ANSWER, NULL, &f,
               json_pack("{s:s,s:s,s:s,s:I,s:O,s:O*,s:b,s:b}", "op", "answer", "owner", owner, "question",
                         question, "seed", (json_int_t)seed, "answer", (json_t *)(size_t)answer, "own",
                         (json_t *)(size_t)own, "reveal", (int)reveal, "stored", (int)stored),
               false);
}

json_t *curriculum_answer(struct curriculum *cur, const char *owner, const char *question,
                          uint64_t seed, const json_t *answer, bool reveal)
{
    return answer_of(cur, owner, question, seed, answer, NULL, reveal, false);
}

json_t *curriculum_answer_own(struct curriculum *cur, const char *owner, const char *question, uint64_t seed,
                              const json_t *answer, const json_t *own)
{
    return answer_of(cur, owner, question, seed, answer, own, false, false);
}

json_t *curriculum_answer_again(struct curriculum *cur, const char *owner, const char *question, uint64_t seed,
                                const char *kept)
{
    json_t *answer = json_string(kept);
    json_t *ret = answer ? answer_of(cur, owner, question, seed, answer, NULL, false, true) : NULL;
    json_decref(answer);
    return ret;
}

json_t *curriculum_predict(struct curriculum *cur, const char *lab, const json_t *given)
{
    if (!need_lab(cur, lab))
        return NULL;
    struct files f = new_files(cur);
    lab_files_manifest(&f, lab);
    return evaluate(
        cur, LAB | PREDICT, NULL, &f,
        json_pack("{s:s,s:s,s:O}", "op", "predict", "id", lab, "given", (json_t *)(size_t)given),
        false);
}

/* --- the whole ---------------------------------------------------------------------------- */

/* The answer of curriculum_lint(), of `how` much: EVERYTHING or 0. The lists that are passed are consumed. */
static json_t *lint(struct curriculum *cur, unsigned how, struct files *f, json_t *weeks, json_t *labs, json_t *pages,
                    json_t *cards)
{
    json_t *result = evaluate(cur, (~0u & ~(unsigned)EVERYTHING) | how, NULL, f,
                         json_pack("{s:s,s:o,s:o,s:o,s:o}", "op", "lint", "weeks", weeks, "labs", labs,
                                   "pages", pages, "cards", cards),
                         true);
    if (!result && json_array_size(cur->errors) == 0)
        return NULL;
    if (!result)
        result = json_object();
    json_object_set(result, "errors", cur->errors);
    json_object_set_new(result, "ok", json_boolean(!cur->error));
    return result;
}

json_t *curriculum_lint(struct curriculum *cur)
{
    struct files f = new_files(cur);
    json_t *pages = json_array();
    files_add_tables(&f);
    files_add(&f, "curriculum/map.lua");
    files_add(&f, "curriculum/glossary.lua");
    size_t from = f.n;
    add_pages_of_all(&f, ".md");
    for (size_t k = from, to = f.n; k < to; k++) {
        json_array_append_new(pages, json_string(f.list[k].name));
        files_add_included(&f, f.list[k].text);
    }
    json_t *weeks = all_weeks(&f), *labs = all_labs(&f, lab_files_whole), *cards = all_cards(&f);
    return lint(cur, EVERYTHING, &f, weeks, labs, pages, cards);
}

json_t *curriculum_lint_lab(struct curriculum *cur, const char *id)
{
    struct files f = new_files(cur);
    files_add_tables(&f);
    files_add(&f, "curriculum/map.lua");
    json_decref(all_labs(&f, lab_files_manifest)); /* what it requires, and what a capstone uses */
    lab_files_whole(&f, id);
    return lint(cur, 0, &f, json_array(), json_pack("[s]", id), json_array(), json_array());
}

json_t *curriculum_lint_shelf(struct curriculum *cur, const char *label)
{
    struct files f = new_files(cur);
    json_t *labs = json_array();
    files_add_tables(&f);
    for (size_t k = 0; k < cur->nshelves; k++)
        if (!strcmp(cur->shelves[k].label, label))
            add_labs_of(labs, &f, cur->shelves[k].dir, lab_files_whole);
    return lint(cur, 0, &f, json_array(), labs, json_array(), json_array());
}

json_t *curriculum_printed(struct curriculum *cur)
{
    struct files f = new_files(cur);
    files_add_tables(&f);
    add_pages_of_all(&f, ".md");
    json_t *labs = all_labs(&f, lab_files_whole), *weeks = all_weeks(&f), *cards = all_cards(&f);
    return evaluate(cur, EVERYTHING | LINT | LAB | TABLES | PAGES | ANSWER, NULL, &f,
                    json_pack("{s:s,s:o,s:o,s:o}", "op", "printed", "labs", labs, "weeks", weeks, "cards", cards),
                    true);
}

json_t *curriculum_map(struct curriculum *cur)
{
    struct files f = new_files(cur);
    json_t *lessons = json_array();
    files_add_tables(&f);
    if (!files_add(&f, "curriculum/map.lua")) {
        files_finish(&f);
        json_decref(lessons);
        evaluate_error(cur, "There is no curriculum/map.lua.");
        return NULL;
    }
    json_t *weeks = all_weeks(&f), *labs = all_labs(&f, lab_files_manifest), *id;
    size_t k;
    json_array_foreach(labs, k, id) {
        char name[NAME];
        struct files probe = new_files(cur);
        snprintf(name, sizeof name, "labs/%s/lesson.md", json_string_value(id));
        if (files_add(&probe, name))
            json_array_append(lessons, id);
        files_finish(&probe);
    }
    return evaluate(cur, EVERYTHING | LINT | LAB | TABLES, NULL, &f,
               json_pack("{s:s,s:o,s:o,s:o,s:o}", "op", "map", "weeks", weeks, "labs", labs, "lessons",
                         lessons, "cards", all_cards(&f)),
               true);
}
