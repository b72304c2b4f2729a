/* intake.c: names, and what they say; no file is opened here. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "intake.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wctype.h>

#include "runner/base/utf8.h"

enum { OTHERS_NAMED = 3 };

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcasecmp(s + n - m, end);
}

static const char *bytes_problem(const char *path, size_t n)
{
    for (size_t k = 0, used; k < n; k += used) {
        uint32_t u = utf8_decode(path + k, n - k, &used);
        if (u == 0xFFFD)
            return "The name is not UTF-8.";
        if (utf8_is_unsafe(u))
            return "The name has a control character.";
    }
    return NULL;
}

const char *intake_path_problem(const char *path)
{
    size_t n = strlen(path);
    int depth = 0;
    if (!n)
        return "no name";
    if (n > INTAKE_NAME)
        return "The name is too long.";
    const char *bytes = bytes_problem(path, n);
    if (bytes)
        return bytes;
    if (*path == '/')
        return "an absolute path";
    for (const char *p = path; *p; p += strspn(p, "/")) {
        size_t part = strcspn(p, "/");
        if (part == 2 && !memcmp(p, "..", 2))
            return "The path leaves its folder.";
        depth++;
        p += part;
    }
    /* the student's folder, one around the class, and the file itself */
    return depth > INTAKE_DEPTH + 3 ? "The folders are nested too deep." : NULL;
}

bool intake_passed_over(const char *path)
{
    static const char *const name[] = {".git", "__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"};
    for (const char *p = path; *p; p += strspn(p, "/")) {
        size_t n = strcspn(p, "/");
        for (size_t k = 0; k < sizeof name / sizeof *name; k++)
            if (n == strlen(name[k]) && !memcmp(p, name[k], n))
                return true;
        if (n > 2 && !memcmp(p, "._", 2))
            return true;
        p += n;
    }
    return false;
}

bool intake_is_archive(const char *name)
{
    return ends_with(name, ".zip") || ends_with(name, ".tar") || ends_with(name, ".tar.gz") || ends_with(name, ".tgz");
}

/* Canvas numbers what is handed in again: "a-2.c" is a.c. Writes the name without the number, which it returns; 0: it
 * has none. */
static int64_t without_number(const char *name, char to[INTAKE_NAME + 1])
{
    const char *dot = ends_with(name, ".tar.gz") ? name + strlen(name) - strlen(".tar.gz") : strrchr(name, '.');
    const char *p = dot;
    while (p && p > name && isdigit((unsigned char)p[-1]))
        p--;
    bool numbered = p && p < dot && p > name + 1 && p[-1] == '-';
    snprintf(to, INTAKE_NAME + 1, "%.*s%s", (int)(numbered ? p - 1 - name : (long)strlen(name)), name,
             numbered ? dot : "");
    return numbered ? strtoll(p, NULL, 10) : 0;
}

bool intake_wants(const json_t *edit, const char *name)
{
    char plain[INTAKE_NAME + 1];
    size_t k, own = 0;
    const json_t *f;
    without_number(base_of(name), plain);
    json_array_foreach(edit, k, f)
        own += *json_string_value(f) != '*';
    json_array_foreach(edit, k, f) {
        const char *want = base_of(json_string_value(f)), *dot = strrchr(want, '.');
        bool other = own == 1 && dot && ends_with(name, dot);
        if (*want == '*' ? ends_with(name, want + 1) : ends_with(plain, want) || other)
            return true;
    }
    return false;
}

/* ---- a label names a student ------------------------------------------------------------------------------ */

/* Letters and digits only, in lower case: "Doe, Ada" and "doe_ada" are both "doeada". `bare`: without accents, which
 * systems write in two ways (macOS takes them apart) or leave away. */
static void fold(const char *s, size_t n, bool bare, char to[INTAKE_NAME + 1])
{
    size_t len = 0;
    for (size_t k = 0, used; k < n && len + 4 < INTAKE_NAME; k += used) {
        uint32_t u = utf8_decode(s + k, n - k, &used);
        u = bare ? utf8_without_marks(u) : u;
        if (u < 0x80 ? isalnum((int)u) : u != 0xFFFD && !utf8_is_unsafe(u))
            len += utf8_put((uint32_t)towlower((wint_t)u), to + len);
    }
    to[len] = 0;
}

static bool same(const char *folded, bool bare, const char *s, size_t n)
{
    char other[INTAKE_NAME + 1];
    fold(s, n, bare, other);
    return *folded && !strcmp(folded, other);
}

/* "Ada Mae Doe" also as "Doe Ada Mae", and the other way about: the words turned by each possible number. */
static bool same_name(const char *folded, bool bare, const char *name)
{
    char words[INTAKE_NAME + 1], turned[2 * INTAKE_NAME + 8];
    snprintf(words, sizeof words, "%s", name);
    for (char *p = words; *p; p++)
        if (*p == ',')
            *p = ' ';
    if (same(folded, bare, words, strlen(words)))
        return true;
    for (char *p = strchr(words, ' '); p; p = strchr(p + 1, ' ')) {
        snprintf(turned, sizeof turned, "%s %.*s", p + 1, (int)(p - words), words);
        if (same(folded, bare, turned, strlen(turned)))
            return true;
    }
    return false;
}

bool intake_same_name(const char *a, const char *b)
{
    char folded[INTAKE_NAME + 1];
    fold(a, strlen(a), false, folded);
    return same_name(folded, false, b);
}

static bool is_one_of(const char *heading, const char *const *names)
{
    char folded[INTAKE_NAME + 1];
    fold(heading, strlen(heading), false, folded);
    for (; *names; names++)
        if (!strcmp(folded, *names))
            return true;
    return false;
}

static bool in_column(const json_t *student, const char *const *headings, const char *label)
{
    const char *heading;
    const json_t *v;
    json_object_foreach((json_t *)(size_t)json_object_get(student, "extra"), heading, v) {
        const char *s = json_string_value(v);
        if (!s || !*s || !is_one_of(heading, headings))
            continue;
        /* Moodle's worksheet says "Participant 1234" where the folder says 1234 */
        if (!strcmp(s, label) || (!strncmp(s, "Participant ", 12) && !strcmp(s + 12, label)) ||
            (!strncmp(s, "Teilnehmer/in", 13) && !strcmp(s + 13 + (s[13] == ' '), label)))
            return true;
    }
    return false;
}

enum { BY_KEY, BY_LOGIN, BY_EMAIL, BY_NAME, BY_BARE_NAME, WAYS };

static bool fits(const json_t *student, int way, const char *label, const char *folded)
{
    static const char *const ids[] = {"id",     "sisid",    "sisuserid",  "studentid",
                                      "userid", "idnumber", "identifier", "sid", "idnummer", NULL};
    static const char *const logins[] = {"sisloginid", "loginid", "login", "username", "user", "anmeldename", NULL};
    const char *email = util_str(student, "email", "");
    switch (way) {
    case BY_KEY:
        return !strcmp(util_str(student, "key", ""), label) || in_column(student, ids, label);
    case BY_LOGIN:
        return in_column(student, logins, label);
    case BY_EMAIL:
        return *email && (!strcasecmp(email, label) ||
                          (strlen(label) == strcspn(email, "@") && !strncasecmp(email, label, strlen(label))));
    default:
        return same_name(folded, way == BY_BARE_NAME, util_str(student, "name", ""));
    }
}

/* Has a text marks that stand behind their letters, as macOS writes them? */
static bool is_apart(const char *s)
{
    for (size_t n = strlen(s), used; n; s += used, n -= used) {
        uint32_t u = utf8_decode(s, n, &used);
        if (u >= 0x300 && u < 0x370)
            return true;
    }
    return false;
}

/* One name may be written in two ways, with its marks apart or not: is another student's the same, but for that? */
static bool written_twice(const json_t *students, const char *label, size_t found)
{
    char folded[INTAKE_NAME + 1];
    const char *name = util_str(json_array_get(students, found), "name", "");
    size_t k;
    const json_t *s;
    fold(label, strlen(label), true, folded);
    json_array_foreach(students, k, s) {
        const char *other = util_str(s, "name", "");
        if (k != found && is_apart(other) != is_apart(name) && same_name(folded, true, other))
            return true;
    }
    return false;
}

int intake_student(const json_t *students, const char *label, size_t *ret)
{
    char folded[INTAKE_NAME + 1];
    for (int way = 0; *label && way < WAYS; way++) {
        int found = 0;
        fold(label, strlen(label), way == BY_BARE_NAME, folded);
        size_t k, at = 0;
        const json_t *s;
        json_array_foreach(students, k, s) {
            if (fits(s, way, label, folded)) {
                found++;
                at = k;
            }
        }
        if (found > 1 || (found && way == BY_NAME && written_twice(students, label, at)))
            return -2;
        if (found)
            return *ret = at, 0;
    }
    return -1;
}

/* ---- what the school's systems write ------------------------------------------------------------------------ */

/* The parts of a top-level name; `file` is "" where it names a folder or nothing but the student. */
struct label {
    char who[INTAKE_NAME + 1], id[32], file[INTAKE_NAME + 1];
    int64_t number, upload; /* Canvas's, of what was handed in again; 0: none */
    bool late;
};

static size_t digits(const char *s)
{
    return strspn(s, "0123456789");
}

/* "Ada Doe_1234_assignsubmission_file_rest" */
static bool moodle(const char *name, struct label *l)
{
    const char *mark = strstr(name, "_assignsubmission_"), *p = mark;
    while (p && p > name && isdigit((unsigned char)p[-1]))
        p--;
    if (!p || p == mark || p < name + 2 || p[-1] != '_' || mark - p > 20)
        return false;
    const char *kind = mark + strlen("_assignsubmission_"), *rest = strchr(kind, '_');
    snprintf(l->who, sizeof l->who, "%.*s", (int)(p - 1 - name), name);
    snprintf(l->id, sizeof l->id, "%.*s", (int)(mark - p), p);
    snprintf(l->file, sizeof l->file, "%s", rest ? rest + 1 : "");
    return true;
}

/* "doeada_LATE_1234_56789_rest", "doe_ada_1234_rest" */
static bool canvas(const char *name, struct label *l)
{
    const char *p = strchr(name, '_');
    while (p && !(digits(p + 1) && p[1 + digits(p + 1)] == '_'))
        p = strchr(p + 1, '_');
    size_t n = p ? digits(p + 1) : 0;
    if (!p || p == name || n > 20)
        return false;
    const char *rest = p + 1 + n + 1;
    size_t more = digits(rest);
    l->upload = 0;
    if (more && rest[more] == '_') {
        l->upload = strtoll(rest, NULL, 10);
        rest += more + 1;
    }
    snprintf(l->who, sizeof l->who, "%.*s", (int)(p - name), name);
    snprintf(l->id, sizeof l->id, "%.*s", (int)n, p + 1);
    l->late = ends_with(l->who, "_late");
    if (l->late)
        l->who[strlen(l->who) - 5] = 0;
    l->number = without_number(rest, l->file);
    return *l->file != 0;
}

static void plain(const char *name, bool folder, struct label *l)
{
    static const char *const endings[] = {".tar.gz", ".tgz", ".tar", ".zip"};
    size_t n = strlen(name), cut = n;
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
        if (ends_with(name, endings[k]) && cut == n)
            cut = n - strlen(endings[k]);
    const char *dot = strrchr(name, '.');
    if (cut == n && !folder && dot && dot > name)
        cut = (size_t)(dot - name);
    *l = (struct label){.who = ""};
    snprintf(l->who, sizeof l->who, "%.*s", (int)cut, name);
}

/* As intake_student(), of a top-level name; -3: its number and its name are two students'. */
static int owner(const json_t *students, const char *name, bool folder, size_t *ret, struct label *l)
{
    size_t by_id = 0, by_name = 0;
    *l = (struct label){.who = ""};
    if (moodle(name, l) || canvas(name, l)) {
        int id = intake_student(students, l->id, &by_id), who = intake_student(students, l->who, &by_name);
        if (!id && !who && by_id != by_name)
            return -3;
        *ret = id ? by_name : by_id;
        if (!id || who != -1)
            return id ? who : 0;
    }
    /* a key with a dot in it, or an address, is no file's ending */
    plain(name, true, l);
    int rc = intake_student(students, l->who, ret);
    if (rc != -1 || folder)
        return rc;
    plain(name, false, l);
    return intake_student(students, l->who, ret);
}

int intake_owner(const json_t *students, const char *name, size_t *ret)
{
    struct label l;
    return owner(students, name, true, ret, &l);
}

enum intake_layout intake_layout_of(const char *name, struct intake_name *ret)
{
    struct label l = {.who = ""};
    enum intake_layout layout = moodle(name, &l) ? INTAKE_MOODLE : canvas(name, &l) ? INTAKE_CANVAS : INTAKE_NEITHER;
    if (layout != INTAKE_NEITHER) {
        snprintf(ret->who, sizeof ret->who, "%s", l.who);
        snprintf(ret->id, sizeof ret->id, "%s", l.id);
        ret->upload = l.upload;
    }
    return layout;
}

/* ---- one row a student --------------------------------------------------------------------------------------- */

struct grouping {
    const json_t *students, *edit;
    const char *source, *around; /* the one folder around everything, or NULL */
    json_t *unit;                /* by student: the submission as it grows, or null */
    json_t *unknown;             /* by label: why */
    long only;
    json_t *again; /* by top-level name of what was handed in more than once: the names that it replaces */
    json_t *old;   /* by top-level name: true, another one replaces it */
};

/* The single folder that all paths share, when it is no student's: "" when there is none. */
static void common_folder(const json_t *students, const json_t *entries, char to[INTAKE_NAME + 1])
{
    size_t k, n = 0, at;
    bool inside = false;
    const json_t *e;
    struct label l;
    *to = 0;
    json_array_foreach(entries, k, e) {
        const char *path = util_str(e, "path", "");
        if (!k) {
            n = strcspn(path, "/");
            if (n > INTAKE_NAME)
                return;
            snprintf(to, INTAKE_NAME + 1, "%.*s", (int)n, path);
        }
        if (strncmp(path, to, n) || path[n] != '/') {
            *to = 0;
            return;
        }
        inside |= path[n + 1] != 0;
    }
    if (!inside)
        *to = 0;
    if (*to && (intake_is_archive(to) || owner(students, to, true, &at, &l) != -1))
        *to = 0;
}

static void refuse(json_t *unit, const char *path, const char *why)
{
    if (!json_is_null(json_object_get(unit, "refused")))
        return; /* the first reason is the one to mend */
    json_object_set_new(unit, "refused", *path ? json_sprintf("%s: %s", path, why) : json_string(why));
}

static json_t *unit_of(struct grouping *g, size_t student, const char *top)
{
    json_t *u = json_array_get(g->unit, student);
    if (json_is_object(u))
        return u;
    u = json_pack("{s:i s:s++ s:I s:I s:{} s:{} s:n s:I s:I}", "student", (int)student, "origin", g->source,
                  g->only < 0 ? "/" : "", g->only < 0 ? top : "", "received", (json_int_t)0, "newest", (json_int_t)0,
                  "files", "paths", "refused", "entries", (json_int_t)0, "bytes", (json_int_t)0);
    json_object_set_new(u, "mark", json_null());
    json_object_set_new(u, "others", json_array());
    json_object_set_new(u, "inner", json_array());
    json_array_set_new(g->unit, student, u);
    return u;
}

static json_int_t add_to(json_t *u, const char *key, json_int_t v)
{
    v += json_integer_value(json_object_get(u, key));
    json_object_set_new(u, key, json_integer(v));
    return v;
}

static void at_least(json_t *u, const char *key, const json_t *v)
{
    if (json_integer_value(v) > json_integer_value(json_object_get(u, key)))
        json_object_set_new(u, key, json_integer(json_integer_value(v)));
}

/* Which of the lab's files this is, or NULL. `named` is what the label left of a top-level file's name. */
static const char *lab_file(const json_t *edit, const char *path, bool top, const struct label *l)
{
    char name[INTAKE_NAME + 1];
    size_t k;
    const json_t *f;
    const char *base = top && *l->file ? l->file : base_of(path);
    without_number(base, name);
    json_array_foreach(edit, k, f) {
        const char *want = base_of(json_string_value(f)), *dot = strrchr(want, '.');
        if (!strcmp(base, want) || (top && !strcmp(name, want)))
            return json_string_value(f);
        /* ada.c at the top, where the lab has one file: hers, whatever its name */
        if (top && !*l->file && json_array_size(edit) == 1 && dot && ends_with(base, dot))
            return json_string_value(f);
    }
    return NULL;
}

static void take(json_t *u, const char *name, const char *path, const json_t *e)
{
    json_t *files = json_object_get(u, "files"), *paths = json_object_get(u, "paths");
    const char *other = json_string_value(json_object_get(paths, name));
    if (other) {
        json_t *why = json_sprintf("Two files could be %s: %s and %s.", name, other, path);
        refuse(u, "", json_string_value(why));
        json_decref(why);
        return;
    }
    json_object_set_new(paths, name, json_string(path));
    json_object_set(files, name, json_object_get(e, "text"));
    at_least(u, "received", json_object_get(e, "mtime"));
}

/* Of a lab with one file: something of its kind by another name ("lab1 final.c"), with its text. */
static bool could_be(const json_t *edit, const json_t *e)
{
    const char *dot = strrchr(base_of(json_string_value(json_array_get(edit, 0))), '.');
    return json_array_size(edit) == 1 && dot && json_object_get(e, "text") && ends_with(util_str(e, "path", ""), dot);
}

static void add_entry(const json_t *edit, json_t *u, const json_t *e, bool top, const struct label *l)
{
    const char *path = util_str(e, "path", ""), *why = json_string_value(json_object_get(e, "refused"));
    const char *name = lab_file(edit, path, top, l);
    at_least(u, "newest", json_object_get(e, "mtime"));
    if (why)
        refuse(u, path, why);
    else if (add_to(u, "entries", 1) > INTAKE_ENTRIES)
        refuse(u, "", "more than 1000 files");
    else if (add_to(u, "bytes", json_integer_value(json_object_get(e, "size"))) > INTAKE_BYTES)
        refuse(u, "", "more than 16 MiB in all");
    else if (name && json_object_get(e, "text"))
        take(u, name, path, e);
    else
        json_array_append(json_object_get(u, "others"), (json_t *)(size_t)e);
}

static const char *owner_problem(int rc)
{
    return rc == -3 ? "The number is one student's and the name another's."
         : rc == -2 ? "The name fits more than one student." :
 "No student of the roster has this key, login, e-mail or name.";
}

/* The first part of an entry's path, below the folder around all of them; returns where it begins. */
static const char *top_of(const struct grouping *g, const json_t *e, char to[INTAKE_NAME + 1])
{
    const char *path = util_str(e, "path", "");
    size_t skip = *g->around ? strlen(g->around) + 1 : 0;
    path += strlen(path) >= skip ? skip : 0;
    snprintf(to, INTAKE_NAME + 1, "%.*s", (int)strcspn(path, "/"), path);
    return path;
}

/* What was handed in again: the newest says so, where it came from. */
static void note_again(const struct grouping *g, json_t *u, const char *top)
{
    const json_t *again = json_object_get(g->again, top), *name;
    struct text note = {0};
    size_t k;
    if (!json_array_size(again) || json_object_get(u, "note"))
        return;
    text_addf(&note, "The newest of %zu by their names was taken. Left out:", json_array_size(again) + 1);
    json_array_foreach(again, k, name)
        text_addf(&note, "%s %s", k ? "," : "", json_string_value(name));
    json_object_set_new(u, "note", json_string(text_str(&note)));
    text_finish(&note);
}

static bool is_folder(const char *path)
{
    return *path && path[strlen(path) - 1] == '/';
}

/* What Canvas says of the time: its layout has two numbers, or LATE. The later mark of two files holds. */
static void mark_time(json_t *u, const char *top)
{
    struct label l = {.who = ""};
    if (moodle(top, &l) || !canvas(top, &l) || (!l.upload && !l.late))
        return;
    if (l.late || !json_is_string(json_object_get(u, "mark")))
        json_object_set_new(u, "mark", json_string(l.late ? "late" : "in time"));
}

static void sort_entry(struct grouping *g, const json_t *e)
{
    struct label l = {.who = ""};
    char top[INTAKE_NAME + 1];
    size_t student = (size_t)g->only;
    const char *rest = top_of(g, e, top);
    size_t n = strlen(top);
    if ((*g->around && !*rest) || json_object_get(g->old, top))
        return;
    int rc = g->only >= 0 ? 0 : owner(g->students, top, rest[n] != 0, &student, &l);
    if (rc) {
        const char *why = json_string_value(json_object_get(e, "refused"));
        if (!json_object_get(g->unknown, top))
            json_object_set_new(g->unknown, top, json_string(why && !rest[n] ? why : owner_problem(rc)));
        return;
    }
    json_t *u = unit_of(g, student, top);
    note_again(g, u, top);
    mark_time(u, g->only < 0 ? top : g->source);
    if (json_is_true(json_object_get(e, "inner")))
        json_array_append(json_object_get(u, "inner"), (json_t *)(size_t)e);
    else if (!is_folder(rest))
        add_entry(g->edit, u, e, !rest[n] && g->only < 0, &l);
}

/* ---- what was handed in again ----------------------------------------------------------------------------------- */

static int sign(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Of two uploads of one student and one name: > 0 when a is the later by all that their names say, < 0 when b is, 0
 * when they say nothing, or not the same. */
static int later(const char *a, const char *b)
{
    struct label x = {.who = ""}, y = {.who = ""};
    if (!canvas(a, &x) || !canvas(b, &y))
        return 0;
    const int says[] = {sign(x.number, y.number), sign(x.late, y.late), sign(x.upload, y.upload)};
    int ret = 0;
    for (size_t k = 0; k < sizeof says / sizeof *says; k++) {
        if (ret && says[k] && says[k] != ret)
            return 0;
        ret = ret ? ret : says[k];
    }
    return ret;
}

/* By who handed it in and what it is called: the top-level names, each once. */
static json_t *uploads(const struct grouping *g, const json_t *entries)
{
    json_t *ret = json_object(), *seen = json_object();
    size_t k;
    const json_t *e;
    json_array_foreach(entries, k, e) {
        char top[INTAKE_NAME + 1];
        struct label l = {.who = ""};
        top_of(g, e, top);
        if (json_object_get(seen, top) || moodle(top, &l) || !canvas(top, &l))
            continue;
        json_object_set_new(seen, top, json_true());
        char *key = util_path("%s_%s_%s", l.who, l.id, l.file);
        if (!json_object_get(ret, key))
            json_object_set_new(ret, key, json_array());
        json_array_append_new(json_object_get(ret, key), json_string(top));
        free(key);
    }
    json_decref(seen);
    return ret;
}

/* Fills g->again and g->old. Only one that all others are older than replaces them. */
static void find_again(struct grouping *g, const json_t *entries)
{
    json_t *all = uploads(g, entries), *names;
    const char *key;
    json_object_foreach(all, key, names) {
        const char *newest = json_string_value(json_array_get(names, 0));
        json_t *left = json_array(), *name;
        size_t k;
        json_array_foreach(names, k, name)
            newest = later(json_string_value(name), newest) > 0 ? json_string_value(name) : newest;
        json_array_foreach(names, k, name)
            if (later(newest, json_string_value(name)) > 0)
                json_array_append(left, name);
        bool sure = json_array_size(left) + 1 == json_array_size(names);
        json_array_foreach(left, k, name)
            if (sure)
                json_object_set_new(g->old, json_string_value(name), json_true());
        if (sure)
            json_object_set(g->again, newest, left);
        json_decref(left);
    }
    json_decref(all);
}

/* ---- what has to be there ------------------------------------------------------------------------------------- */

/* The lab's one file by another name, if only one can be meant; two are for a person to choose from. */
static void take_other(const json_t *edit, json_t *u)
{
    const char *name = json_string_value(json_array_get(edit, 0));
    size_t k;
    const json_t *e;
    if (json_array_size(edit) != 1 || json_object_get(json_object_get(u, "files"), name))
        return;
    json_array_foreach(json_object_get(u, "others"), k, e)
        if (could_be(edit, e))
            take(u, name, util_str(e, "path", ""), e);
}

static bool has_deep_archive(const json_t *others)
{
    size_t k;
    const json_t *e;
    json_array_foreach(others, k, e)
        if (json_is_true(json_object_get(e, "inner")) && intake_is_archive(util_str(e, "path", "")))
            return true;
    return false;
}

/* What there is instead, for whoever has to ask the student. */
static void not_in_it(json_t *u, const char *name)
{
    const json_t *others = json_object_get(u, "others"), *e;
    struct text why = { 0 };
    size_t k;
    text_addf(&why, "The file is not in the hand-in");
    json_array_foreach(others, k, e)
        if (k < OTHERS_NAMED)
            text_addf(&why, "%s%s", k ? ", " : ", which has ", util_str(e, "path", ""));
    if (json_array_size(others) > OTHERS_NAMED)
        text_addf(&why, " and %zu more", json_array_size(others) - OTHERS_NAMED);
    if (has_deep_archive(others))
        text_addf(&why, ". An archive three deep is not opened: unpack the archive and put the folder in its place, "
                        "or ask for one archive");
    refuse(u, name, text_str(&why));
    text_finish(&why);
}

static bool is_whole(const json_t *edit, const json_t *u)
{
    size_t k;
    const json_t *f;
    json_array_foreach(edit, k, f)
        if (!json_object_get(json_object_get(u, "files"), json_string_value(f)))
            return false;
    return true;
}

/* What lies in an archive within the student's archive counts where the lab's files are nowhere else. */
static void open_inner(const json_t *edit, json_t *u)
{
    const json_t *inner = json_object_get(u, "inner"), *e;
    const struct label none = {.who = ""};
    const char *path = util_str(json_array_get(inner, 0), "path", "");
    size_t k, had = json_object_size(json_object_get(u, "files"));
    if (is_whole(edit, u) || !json_array_size(inner))
        return;
    json_array_foreach(inner, k, e)
        add_entry(edit, u, e, false, &none);
    take_other(edit, u);
    if (json_object_size(json_object_get(u, "files")) == had)
        return;
    const char *note = json_string_value(json_object_get(u, "note"));
    json_object_set_new(u, "note", json_sprintf("%s%sThe files come out of an archive in the archive: "
                                                "%.200s", note ? note : "",
                                                note ? "; " : "", path));
}

/* What has to be there, and what only the sorting needed. */
static void finish_unit(const json_t *edit, json_t *u)
{
    size_t k;
    const json_t *f;
    take_other(edit, u);
    open_inner(edit, u);
    if (!json_object_size(json_object_get(u, "files")) && !json_array_size(json_object_get(u, "others")))
        refuse(u, "", INTAKE_EMPTY);
    if (!json_object_get(u, "note"))
        json_object_set_new(u, "note", json_null());
    json_array_foreach(edit, k, f)
        if (!json_object_get(json_object_get(u, "files"), json_string_value(f)))
            not_in_it(u, json_string_value(f));
    if (!json_integer_value(json_object_get(u, "received")))
        json_object_set(u, "received", json_object_get(u, "newest"));
    static const char *const inner[] = {"newest", "paths", "entries", "bytes", "others", "inner"};
    for (k = 0; k < sizeof inner / sizeof *inner; k++)
        json_object_del(u, inner[k]);
}

json_t *intake_group(const json_t *students, const json_t *edit, const json_t *entries, const char *source, long only)
{
    char around[INTAKE_NAME + 1] = "";
    struct grouping g = { students,      edit, source,        around,       json_array(),
                          json_object(), only, json_object(), json_object() };
    json_t *submissions = json_array(), *unknown = json_array(), *u;
    size_t k;
    const json_t *e;
    const char *label;
    if (only < 0)
        common_folder(students, entries, around);
    for (k = 0; k < json_array_size(students); k++)
        json_array_append_new(g.unit, json_null());
    find_again(&g, entries);
    if (only >= 0 && !json_array_size(entries))
        unit_of(&g, (size_t)only, "");
    json_array_foreach(entries, k, e)
        sort_entry(&g, e);
    json_array_foreach(g.unit, k, u) {
        if (json_is_object(u)) {
            finish_unit(edit, u);
            json_array_append(submissions, u);
        }
    }
    json_object_foreach(g.unknown, label, u)
        json_array_append_new(unknown, json_pack("{s:s++ s:O}", "path", source, "/", label, "why", u));
    json_decref(g.unit);
    json_decref(g.unknown);
    json_decref(g.again);
    json_decref(g.old);
    return json_pack("{s:o s:o}", "submissions", submissions, "unknown", unknown);
}
