/*
 * ridge lab new: a lab that is proven as it is written, to be turned into another one. Its files are the data files
 * of curriculum/new/LANG; a few names in them are filled in.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "grader/pack/pack.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { ID_MOST = 48, TITLE_MOST = 80, FILE_MOST = 256 << 10 };

struct making {
    struct cli *c;
    const char *lang, *title;
    char id[ID_MOST + PACK_NAME + 1], name[PACK_NAME], guard[ID_MOST + PACK_NAME + 1], month[8];
    char *from, *to;      /* curriculum/new; the folder that gets labs/ and kernels/ */
    int own, fresh;       /* own: Ridge's source tree; fresh: a course that is only beginning */
    json_t *files;        /* what was written, below `to` */
};

static int refuse(struct making *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int refuse(struct making *m, const char *fmt, ...)
{
    char text[800];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    app_fail(&m->c->app, APP_USAGE, "%s", text);
    return -1;
}

/* ---- names ----------------------------------------------------------------------------------------------- */

static int id_ok(const char *id)
{
    size_t n = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return !id[n] && n >= 2 && n < ID_MOST && islower((unsigned char)*id) && id[n - 1] != '-' && !strstr(id, "--");
}

/* "w07-", "c14b-": what begins the ids of Ridge's own labs. */
static int own_id(const char *id)
{
    char begin[8];
    size_t n = strcspn(id, "-");
    snprintf(begin, sizeof begin, "%.*s", (int)n, id);
    return id[n] && n >= 3 && n <= 4 && islower((unsigned char)*id) && !pack_name_ok(begin);
}

/* A title goes into Lua, Markdown and C comments as it is. */
static int title_ok(const char *title)
{
    size_t n = strlen(title);
    for (size_t k = 0; k < n; k++)
        if ((unsigned char)title[k] < ' ' || strchr("\"\\{}*@`", title[k]))
            return 0;
    return n && n <= TITLE_MOST;
}

static void fill_names(struct making *m)
{
    time_t now = (time_t)(app_now() / 1000);
    struct tm tm;
    size_t n = strlen(m->id);
    for (size_t k = 0; k <= n; k++)
        m->guard[k] = (char)(m->id[k] == '-' ? '_' : toupper((unsigned char)m->id[k]));
    strftime(m->month, sizeof m->month, "%Y-%m", gmtime_r(&now, &tm));
}

/* ---- where ------------------------------------------------------------------------------------------------ */

static int in_sources(const struct app *a)
{
    char cwd[PATH_MAX], *root = realpath(a->root, NULL);
    size_t n = root ? strlen(root) : 0;
    int in = root && getcwd(cwd, sizeof cwd) && !strncmp(cwd, root, n) && (!cwd[n] || cwd[n] == '/');
    free(root);
    return in;
}

static int place_in_course(struct making *m, const char *id)
{
    json_t *pack = curriculum_pack(m->c->app.cur, ".");
    if (!pack)
        return refuse(m, "%s", curriculum_error(m->c->app.cur));
    snprintf(m->name, sizeof m->name, "%s", js_text(pack, "name"));
    json_decref(pack);
    size_t n = strlen(m->name);
    int has = !strncmp(id, m->name, n) && id[n] == '-';
    snprintf(m->id, sizeof m->id, "%s%s%s", has ? "" : m->name, has ? "" : "-", id);
    m->to = util_path("%s", m->c->app.course);
    return 0;
}

static int place_in_sources(struct making *m, const char *id)
{
    if (!own_id(id))
        return refuse(m, "Ridge's own labs have ids such as w07-name or c14-name, and \"%s\" is none. A lab of your "
                         "own course: the same command in a folder of yours.", id);
    snprintf(m->id, sizeof m->id, "%s", id);
    m->to = util_path("%s", m->c->app.root);
    m->own = 1;
    return 0;
}

static int place_in_new_course(struct making *m, const char *id)
{
    size_t n = strcspn(id, "-");
    snprintf(m->name, sizeof m->name, "%.*s", (int)n, id);
    if (!id[n] || n >= PACK_NAME || !pack_name_ok(m->name))
        return refuse(m, "\"%s\" does not say which course: COURSE-NAME, such as scan-rows. The course begins with a "
                         "letter, has 2 to 20 letters and digits, and is not like w07, which begins Ridge's own.", id);
    char *pack = util_path("%s/pack.lua", m->name);
    m->fresh = access(pack, F_OK) != 0;
    free(pack);
    if (m->fresh && !access(m->name, F_OK))
        return refuse(m, "The folder %s is there, and no course (it has no pack.lua). Go elsewhere, or name another "
                         "course.", m->name);
    snprintf(m->id, sizeof m->id, "%s", id);
    m->to = util_path("%s", m->name);
    return 0;
}

static int place(struct making *m, const char *id)
{
    if (!id_ok(id))
        return refuse(m, "\"%s\" can't be a lab's id: small letters, digits and single hyphens, a letter first, fewer "
                         "than %d.", id, ID_MOST);
    int rc = m->c->app.course ? place_in_course(m, id) : in_sources(&m->c->app) ? place_in_sources(m, id)
                                                                                : place_in_new_course(m, id);
    if (rc)
        return rc;
    char *lab = util_path("%s/labs/%s", m->to, m->id), *kernels = util_path("%s/kernels/%s", m->to, m->id);
    if (!access(lab, F_OK) || !access(kernels, F_OK) || curriculum_has_lab(m->c->app.cur, m->id))
        rc = refuse(m, "Lab %s is there already: nothing was written. `ridge lab check %s` proves it.", m->id, m->id);
    free(lab);
    free(kernels);
    return rc;
}

/* ---- writing ---------------------------------------------------------------------------------------------- */

/* The template's text with its names filled in; you own it. */
static char *filled(const struct making *m, const char *text)
{
    const struct {
        const char *name, *value;
    } names[] = { { "@ID@", m->id }, { "@TITLE@", m->title }, { "@GUARD@", m->guard }, { "@MONTH@", m->month },
                  { "@NAME@", m->name } };
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);
    while (f && *text) {
        size_t k = 0, most = sizeof names / sizeof names[0];
        while (k < most && strncmp(text, names[k].name, strlen(names[k].name)))
            k++;
        fputs(k < most ? names[k].value : "", f);
        if (k == most)
            fputc(*text, f);
        text += k < most ? strlen(names[k].name) : 1;
    }
    if (f)
        fclose(f);
    return out;
}

/* An author's folder, open to whom the umask lets in: not one of ours. */
static int make_dir(const char *path, struct err *e)
{
    return mkdir(path, 0777) && errno != EEXIST ? err_set(e, "%s: %s", path, strerror(errno)) : 0;
}

static int write_one(struct making *m, const char *from, const char *below, struct err *e)
{
    char *text = util_read_file(from, FILE_MOST, e), *out = text ? filled(m, text) : NULL;
    char *to = util_path("%s/%s", m->to, below);
    int rc = out ? util_write_file(to, out, strlen(out), e) : -1;
    if (!rc)
        json_array_append_new(m->files, json_string(below));
    free(to);
    free(out);
    free(text);
    return rc;
}

static int shown(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

/* All below the template's folder `from`, to `below`. */
static int write_tree(struct making *m, const char *from, const char *below, struct err *e)
{
    struct dirent **d = NULL;
    char *dir = util_path("%s/%s", m->to, below);
    int rc = make_dir(dir, e), n = rc ? 0 : scandir(from, &d, shown, alphasort);
    if (n < 0)
        rc = err_set(e, "%s: %s", from, strerror(errno));
    for (int k = 0; k < n; k++) {
        char *sub = util_path("%s/%s", from, d[k]->d_name), *to = util_path("%s/%s", below, d[k]->d_name);
        struct stat st;
        if (!rc && stat(sub, &st))
            rc = err_set(e, "%s: %s", sub, strerror(errno));
        if (!rc)
            rc = S_ISDIR(st.st_mode) ? write_tree(m, sub, to, e) : write_one(m, sub, to, e);
        free(sub);
        free(to);
        free(d[k]);
    }
    free(d);
    free(dir);
    return rc;
}

/* Ridge's own catalogue lists every lab, also those that are only planned. */
static int add_to_catalogue(struct making *m, struct err *e)
{
    if (json_object_get(curriculum_catalogue(m->c->app.cur), m->id))
        return 0;
    char *path = util_path("%s/curriculum/catalogue.lua", m->to), *text = util_read_file(path, 1 << 20, e);
    char *end = text ? strrchr(text, '}') : NULL, *out = NULL;
    int rc = text && !end ? err_set(e, "%s does not end in a brace", path) : text ? 0 : -1;
    if (!rc) {
        out = util_path("%.*s    [\"%s\"] = { title = \"%s\",\n        kind = \"kernel\", backends = {%s} },\n%s",
                        (int)(end - text), text, m->id, m->title,
                        strcmp(m->lang, "c") ? "\"simt\", \"cuda\"" : "\"cpu\"", end);
        rc = util_write_whole(path, out, strlen(out), e);
    }
    free(out);
    free(text);
    free(path);
    return rc;
}

static int write_lab(struct making *m, struct err *e)
{
    static const char *const tops[] = { "labs", "kernels" };
    char *pack = util_path("%s/pack.lua", m->from);
    int rc = m->fresh ? make_dir(m->to, e) : 0;
    if (!rc && m->fresh)
        rc = write_one(m, pack, "pack.lua", e);
    for (size_t k = 0; k < 2 && !rc; k++) {
        char *from = util_path("%s/%s/%s", m->from, m->lang, tops[k]), *below = util_path("%s/%s", tops[k], m->id);
        char *top = util_path("%s/%s", m->to, tops[k]);
        rc = make_dir(top, e) ? -1 : write_tree(m, from, below, e);
        free(top);
        if (rc) {
            char *half = util_path("%s/%s", m->to, below); /* no half a lab stays behind */
            util_remove_tree(half);
            free(half);
        }
        free(from);
        free(below);
    }
    free(pack);
    return rc || !m->own ? rc : add_to_catalogue(m, e);
}

static int say(struct making *m)
{
    if (m->c->app.json)
        return cli_json(json_pack("{s:s s:s s:s s:s s:O}", "schema", "ridge.lab-new/1", "lab", m->id, "lang", m->lang,
                                  "folder", m->to, "files", m->files));
    const char *cc = strcmp(m->lang, "c") ? "cu" : "c";
    printf("Lab %s is written, %zu files in %s: RMSNorm, to be turned into yours.\n\n", m->id,
           json_array_size(m->files), m->to);
    if (!m->own && !m->c->app.course)
        printf("  cd %s\n", m->to);
    printf("  ridge lab check %s      proves it, as it is and after each change\n"
           "  ridge show %s           what a learner sees first\n\n"
           "Begin with kernels/%s/oracle.c (what is right), then labs/%s/lab.h, lab.lua and kernels/%s/ref.%s.\n"
           "labs/README.md of Ridge builds a lab step by step.\n", m->id, m->id, m->id, m->id, m->id, cc);
    return APP_OK;
}

int cmd_lab_new(struct cli *c)
{
    struct making m = { .c = c, .lang = c->opt.lang ? c->opt.lang : "c", .files = json_array() };
    struct err e = { "" };
    int rc = APP_USAGE;
    if (c->opt.title && !title_ok(c->opt.title))
        refuse(&m, "A title is one line of 1 to %d bytes, without quotes, braces and *.", TITLE_MOST);
    else if (!place(&m, c->args[1])) {
        m.title = c->opt.title ? c->opt.title : m.id;
        m.from = util_path("%s/curriculum/new", c->app.root);
        fill_names(&m);
        rc = write_lab(&m, &e) ? APP_CONFIG : APP_OK;
        if (rc)
            app_fail(&c->app, APP_CONFIG, "The lab %s cannot be written. %s", m.id, e.text);
    }
    rc = rc ? cli_fail(c, rc) : say(&m);
    free(m.from);
    free(m.to);
    json_decref(m.files);
    return rc;
}
