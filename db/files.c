/*
 * files.c: the source files of an attempt or a submission.
 *
 * Sources are content-addressed: fifty attempts that change one of three files store fifty-two
 * texts. Hashes are BLAKE2b-256.
 */
#include "internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HASH = DB_HASH_BYTES };

void db_hash(const void *data, size_t size, unsigned char out[HASH])
{
    crypto_generichash(out, HASH, data, size, NULL, 0);
}

/* Names come back as paths below the learner's folder, so they must stay below it. */
bool db_good_name(const char *name)
{
    if (!name || !*name || *name == '/' || strlen(name) > 255)
        return false;
    for (const char *p = name; *p; p += strcspn(p, "/"), p += *p == '/')
        if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0'))
            return false;
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const struct db_file *const *)a)->name,
                  (*(const struct db_file *const *)b)->name);
}

enum db_status db_files_check(struct db *db, const char *what, const struct db_file *files,
                              size_t n, const struct db_file **sorted)
{
    if (n > DB_MAX_FILES)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: more than %d source files.", what, DB_MAX_FILES);
    for (size_t k = 0; k < n; k++) {
        if (!db_good_name(files[k].name))
            return db_fail(db, DB_ERROR,
                           "Ridge cannot %s: \"%s\" is no name for a source file; it must be relative, "
                           "without \"..\".",
                           what, files[k].name ? files[k].name : "");
        if (files[k].size > DB_MAX_FILE_BYTES)
            return db_fail(db, DB_ERROR,
                           "Ridge cannot %s: %s is larger than %d MiB. Move what is not source elsewhere.",
                           what, files[k].name, DB_MAX_FILE_BYTES >> 20);
        sorted[k] = &files[k];
    }
    qsort(sorted, n, sizeof *sorted, by_name);
    for (size_t k = 1; k < n; k++)
        if (strcmp(sorted[k - 1]->name, sorted[k]->name) == 0)
            return db_fail(db, DB_ERROR, "Ridge cannot %s: %s is there twice.", what, sorted[k]->name);
    return DB_OK;
}

/* The hash over names and texts, in the order of the names. */
void db_files_hash(const struct db_file *const *files, size_t n, unsigned char out[HASH])
{
    crypto_generichash_state state;
    unsigned char h[HASH];

    crypto_generichash_init(&state, NULL, 0, HASH);
    for (size_t k = 0; k < n; k++) {
        db_hash(files[k]->data, files[k]->size, h);
        crypto_generichash_update(&state, (const unsigned char *)files[k]->name,
                                  strlen(files[k]->name) + 1);
        crypto_generichash_update(&state, h, HASH);
    }
    crypto_generichash_final(&state, out, HASH);
}

/* `sql` gives the owner a file: its parameters are the owner, the name and the text's hash. */
enum db_status db_files_store(struct db *db, const char *what, const char *sql, int64_t owner,
                              const struct db_file *const *files, size_t n)
{
    enum db_status status = DB_OK;
    unsigned char h[HASH];

    for (size_t k = 0; k < n && status == DB_OK; k++) {
        db_hash(files[k]->data, files[k]->size, h);
        status =
            db_run(db, what, "INSERT INTO source (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
                   DB_ARGS(db_b(h, HASH), db_b(files[k]->data, files[k]->size)));
        if (status == DB_OK)
            status =
                db_run(db, what, sql, DB_ARGS(db_i(owner), db_t(files[k]->name), db_b(h, HASH)));
    }
    return status;
}

/* ---- Out again -------------------------------------------------------------------------- */

void db_files_free(struct db_file *files, size_t n)
{
    for (size_t k = 0; files && k < n; k++) {
        free((void *)files[k].name);
        free((void *)files[k].data);
    }
    free(files);
}

/* The current row (name, hash, text) into `file`, if the text still has its hash. */
static enum db_status read_file(struct db *db, sqlite3_stmt *st, struct db_file *file)
{
    const char *name = (const char *)sqlite3_column_text(st, 0);
    const void *want = sqlite3_column_blob(st, 1);
    const void *text = sqlite3_column_blob(st, 2);
    size_t size = (size_t)sqlite3_column_bytes(st, 2);
    unsigned char h[HASH];
    char *copy;

    db_hash(text, size, h);
    if (!name || !want || sqlite3_column_bytes(st, 1) != HASH || memcmp(want, h, HASH) != 0)
        return db_fail_damaged(db, DB_CORRUPT, "has a source text that does not match its hash");
    copy = malloc(size + 1);
    file->name = strdup(name);
    file->data = copy;
    file->size = size;
    if (!copy || !file->name)
        return db_fail(db, DB_ERROR, "Ridge cannot read the source files: out of memory.");
    if (size)
        memcpy(copy, text, size);
    copy[size] = '\0'; /* handy for text; not counted */
    return DB_OK;
}

/* `sql` reads name, hash and text of the files of an owner, its one parameter; `whose` names it. */
enum db_status db_files_read(struct db *db, const char *whose, const char *sql, int64_t owner,
                             struct db_file **ret, size_t *ret_n)
{
    struct db_file *files = calloc(DB_MAX_FILES, sizeof *files);
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    size_t n = 0;
    int rc = files ? db_prepare(db, sql, &st) : SQLITE_NOMEM;

    if (rc == SQLITE_OK)
        rc = db_bind(st, DB_ARGS(db_i(owner)));
    if (rc == SQLITE_OK)
        while (n < DB_MAX_FILES && status == DB_OK && (rc = sqlite3_step(st)) == SQLITE_ROW)
            status = read_file(db, st, &files[n++]);
    if (status == DB_OK && rc != SQLITE_DONE && rc != SQLITE_ROW)
        status = db_fail_sql(db, rc, "read the source files");
    else if (status == DB_OK && n == 0)
        status = db_fail(db, DB_NOTFOUND, "%s %lld has no files in %s.", whose, (long long)owner,
                         db->path);
    sqlite3_finalize(st);
    if (status != DB_OK) {
        db_files_free(files, n);
        return status;
    }
    *ret = files;
    *ret_n = n;
    return DB_OK;
}
