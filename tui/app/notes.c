/* Notes, and the file in which one is written. */
#define _GNU_SOURCE
#include "notes.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/base/js.h"

static int is_below(const char *owner, const char *asked)
{
    size_t n = strcspn(asked, "#");
    return !strncmp(owner, asked, n) && (!owner[n] || owner[n] == '#');
}

static int later(const void *pa, const void *pb)
{
    const json_t *a = *(json_t *const *)pa, *b = *(json_t *const *)pb;
    double x = js_number(a, "updated"), y = js_number(b, "updated");
    return x > y ? -1 : x < y ? 1 : js_number(a, "id") > js_number(b, "id") ? -1 : 1;
}

json_t *notes_load(struct app *a, const char *owner)
{
    json_t *rows = NULL, *ret = json_array();
    if (!a->db || db_notes(a->db, NULL, &rows) != DB_OK) {
        app_fail(a, APP_CONFIG, "The notes can't be read: %s", a->db ? db_error(a->db) : "There is no workbook.");
        json_decref(ret);
        return NULL;
    }
    size_t n = json_array_size(rows), k;
    json_t **list = calloc(n + 1, sizeof(json_t *));
    for (k = 0; list && k < n; k++)
        list[k] = json_array_get(rows, k);
    if (list)
        qsort(list, n, sizeof *list, later);
    for (k = 0; list && k < n; k++)
        if (!owner || is_below(js_text(list[k], "owner"), owner))
            json_array_append(ret, list[k]);
    free(list);
    json_decref(rows);
    return ret;
}

/* What an owner may hold that a file's name should not. */
static void plain_name(char *ret, size_t n, const char *owner)
{
    size_t k;
    for (k = 0; owner[k] && k + 1 < n; k++)
        ret[k] = isalnum((unsigned char)owner[k]) ? owner[k] : '-';
    ret[k] = 0;
}

static char *path_of(struct app *a, int64_t id, const char *owner)
{
    char name[NOTE_OWNER], *dir = NULL, *path = NULL;
    plain_name(name, sizeof name, owner);
    if (asprintf(&dir, "%s/notes", a->home) < 0)
        return NULL;
    if (mkdir(dir, 0700) && errno != EEXIST)
        app_fail(a, APP_CONFIG, "%s: %s", dir, strerror(errno));
    else if ((id ? asprintf(&path, "%s/%lld.md", dir, (long long)id) : asprintf(&path, "%s/new-%s.md", dir, name)) < 0)
        path = NULL;
    free(dir);
    return path;
}

char *notes_file(struct app *a, int64_t id, const char *owner, const char *text)
{
    char *path = path_of(a, id, owner);
    int fd = path ? open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600) : -1;
    if (fd < 0 && (!path || errno == EEXIST))
        return path; /* left behind when Ridge died: that text goes on */
    size_t n = strlen(text);
    int failed = fd < 0 || write(fd, text, n) != (ssize_t)n;
    if (fd >= 0 && close(fd))
        failed = 1;
    if (failed) {
        app_fail(a, APP_CONFIG, "%s: %s", path, strerror(errno));
        if (fd >= 0)
            unlink(path);
        free(path);
        return NULL;
    }
    return path;
}

static void trim(char *text)
{
    size_t n = strlen(text);
    while (n && isspace((unsigned char)text[n - 1]))
        text[--n] = 0;
}

enum app_exit notes_store(struct app *a, int64_t id, const char *owner, const char *text, int64_t *ret_id)
{
    char *copy = strndup(text, NOTE_BYTES);
    enum db_status s = DB_ERROR;
    if (copy) {
        trim(copy);
        s = id ? db_note_edit(a->db, id, copy) : db_note_add(a->db, owner, copy, ret_id);
        if (id && s == DB_OK && ret_id)
            *ret_id = id;
    }
    free(copy);
    return s == DB_OK ? APP_OK : app_fail(a, APP_CONFIG, "The note was not stored: %s", db_error(a->db));
}

enum app_exit notes_take(struct app *a, const char *path, int64_t id, const char *owner, int *kept)
{
    char *text = calloc(1, NOTE_BYTES + 1);
    FILE *f = text ? fopen(path, "r") : NULL;
    enum app_exit code = APP_OK;
    if (kept)
        *kept = 0;
    if (!f || (!fread(text, 1, NOTE_BYTES, f) && ferror(f)))
        code = app_fail(a, APP_CONFIG, "%s: %s", path, strerror(errno));
    if (f)
        fclose(f);
    if (text)
        trim(text);
    if (code == APP_OK && *text) {
        code = notes_store(a, id, owner, text, NULL);
        if (kept)
            *kept = code == APP_OK;
    }
    free(text);
    if (code == APP_OK) /* else the text is still there */
        unlink(path);
    return code;
}
