/*
 * audit.c: who did what to the class, in a chain of hashes.
 *
 * The hash of a row is BLAKE2b-256 over the hash of the row before (zeros before the first), then
 * id and time as 8 bytes each, then who, what, subject and data, each after its length in 8 bytes.
 * Numbers are little-endian; a data of NULL has the length 2^64 - 1.
 */
#include "gradebook.h"
#include "internal.h"

#include <pwd.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HASH = DB_HASH_BYTES };

static const char erasing[] = "erase from the audit";
static const char erased_word[] = "erased"; /* the `what` of a tombstone */

struct row {
    int64_t id, at;
    const char *text[4]; /* the columns who, what, subject and data */
    size_t n[4];
};

static void set_text(struct row *row, int k, const char *text)
{
    row->text[k] = text;
    row->n[k] = text ? strlen(text) : 0;
}

static void add_number(crypto_generichash_state *state, uint64_t n)
{
    unsigned char b[8];

    for (int k = 0; k < 8; k++)
        b[k] = (unsigned char)(n >> 8 * k);
    crypto_generichash_update(state, b, sizeof b);
}

static void hash_row(const unsigned char before[HASH], const struct row *row,
                     unsigned char out[HASH])
{
    crypto_generichash_state state;

    crypto_generichash_init(&state, NULL, 0, HASH);
    crypto_generichash_update(&state, before, HASH);
    add_number(&state, (uint64_t)row->id);
    add_number(&state, (uint64_t)row->at);
    for (size_t k = 0; k < 4; k++) {
        const char *text = row->text[k];

        add_number(&state, text ? row->n[k] : UINT64_MAX);
        crypto_generichash_update(&state, (const unsigned char *)(text ? text : ""), row->n[k]);
    }
    crypto_generichash_final(&state, out, HASH);
}

const char *db_user_name(char *out, size_t size)
{
    struct passwd entry, *found = NULL;
    char space[1024];

    if (getpwuid_r(geteuid(), &entry, space, sizeof space, &found) == 0 && found)
        snprintf(out, size, "%s", found->pw_name);
    else
        snprintf(out, size, "uid %u", (unsigned)geteuid());
    return out;
}

const char *db_user(struct db *db)
{
    return *db->user ? db->user : db_user_name(db->user, sizeof db->user);
}

void db_set_user(struct db *db, const char *name)
{
    char login[128];

    *db->user = '\0';
    if (name && *name)
        snprintf(db->user, sizeof db->user, "%.120s (%s)", name, db_user_name(login, sizeof login));
}

/* Number and hash of the chain's last row; 0 and zeros while there is none. */
static enum db_status last_row(struct db *db, const char *what, int64_t *id,
                               unsigned char hash[HASH])
{
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    int rc = db_prepare(db, "SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1", &st);

    memset(hash, 0, HASH);
    *id = 0;
    if (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const void *blob = sqlite3_column_blob(st, 1);

        if (blob && sqlite3_column_bytes(st, 1) == HASH)
            memcpy(hash, blob, HASH);
        *id = sqlite3_column_int64(st, 0);
        rc = blob ? SQLITE_DONE : SQLITE_NOMEM;
    }
    if (rc != SQLITE_DONE)
        status = db_fail_sql(db, rc, what);
    sqlite3_finalize(st);
    return status;
}

enum db_status db_audit_add(struct db *db, const char *who, const char *what, const char *subject,
                            const json_t *data)
{
    static const char storing[] = "add to the audit";
    unsigned char before[HASH], hash[HASH];
    struct row row = {.at = db_now(db)};
    char *text = NULL;
    enum db_status status = db_dump_json(db, storing, data, &text);

    if (status == DB_OK)
        status = last_row(db, storing, &row.id, before);
    if (status == DB_OK) {
        row.id++;
        set_text(&row, 0, who ? who : db_user(db));
        set_text(&row, 1, what ? what : "");
        set_text(&row, 2, subject ? subject : "");
        set_text(&row, 3, text);
        hash_row(before, &row, hash);
        status = db_run(db, storing,
                        "INSERT INTO audit (id, at, who, what, subject, data, hash)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?)",
                        DB_ARGS(db_i(row.id), db_i(row.at), db_t(row.text[0]), db_t(row.text[1]),
                                db_t(row.text[2]), db_t(row.text[3]), db_b(hash, HASH)));
    }
    free(text);
    return status;
}

enum db_status db_audit(struct db *db, const char *who, const char *what, const char *subject,
                        const json_t *data)
{
    static const char writing[] = "write the audit";
    enum db_status status = db_write_begin(db, writing);

    if (status != DB_OK)
        return status;
    return db_write_end(db, writing, db_audit_add(db, who, what, subject, data));
}

/* ---- Tombstones ------------------------------------------------------------------------- */

/* The row that stands in the place of an erased one. */
static struct row tombstone(int64_t id, int64_t at, const char *who)
{
    struct row row = {.id = id, .at = at};

    set_text(&row, 0, who);
    set_text(&row, 1, erased_word);
    set_text(&row, 2, "");
    return row;
}

static enum db_status bury(struct db *db, sqlite3_stmt *st, json_t *erased)
{
    const unsigned char *before = sqlite3_column_blob(st, 3);
    const char *who = (const char *)sqlite3_column_text(st, 2);
    struct row row = tombstone(sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1), who ? who : "");
    unsigned char hash[HASH];
    char hex[2 * HASH + 1], id[24];

    if (!who || !before || sqlite3_column_bytes(st, 3) != HASH)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: out of memory, or a broken audit; see `ridge doctor`.", erasing);
    hash_row(before, &row, hash);
    sodium_bin2hex(hex, sizeof hex, hash, HASH);
    snprintf(id, sizeof id, "%lld", (long long)row.id);
    if (json_object_set_new(erased, id, json_string(hex)))
        return db_fail(db, DB_ERROR, "Ridge cannot %s: out of memory.", erasing);
    return DB_OK;
}

/* The audit's rows about a student: by key, or by the numbers of what is the student's. */
#define OF_STUDENT "SELECT CAST(id AS TEXT) FROM submission WHERE student = ?1"
static const char about[] =
    "SELECT a.id, a.at, a.who, ifnull(p.hash, zeroblob(32)) FROM audit a LEFT JOIN audit p ON p.id = a.id - 1"
    " WHERE (a.subject = ?2 AND (a.what IN ('student', 'team') OR (a.what >= 'key.' AND a.what < 'key/')))"
    " OR (a.what IN ('submission', 'submission.refused', 'submission.clock') AND a.subject IN (" OF_STUDENT "))"
    " OR (a.what >= 'grading.' AND a.what < 'grading/' AND a.subject IN (SELECT CAST(g.id AS TEXT) FROM grading g"
    "     JOIN submission b ON b.id = g.submission WHERE b.student = ?1))"
    " OR (a.what = 'adjustment' AND a.subject IN (SELECT CAST(id AS TEXT) FROM adjustment WHERE student = ?1))"
    " OR (a.what = 'remark' AND a.subject IN (SELECT CAST(id AS TEXT) FROM remark WHERE student = ?1))"
    " ORDER BY a.id";
#undef OF_STUDENT

enum db_status db_audit_erase(struct db *db, int64_t id, const char *key, json_t *erased)
{
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    const char *row;
    json_t *unused;
    int rc = db_prepare(db, about, &st);

    if (rc == SQLITE_OK)
        rc = db_bind(st, DB_ARGS(db_i(id), db_t(key)));
    if (rc == SQLITE_OK)
        while (status == DB_OK && (rc = sqlite3_step(st)) == SQLITE_ROW)
            status = bury(db, st, erased);
    if (status == DB_OK && rc != SQLITE_DONE)
        status = db_fail_sql(db, rc, erasing);
    sqlite3_finalize(st);
    json_object_foreach(erased, row, unused)
        if (status == DB_OK)
            status = db_run(db, erasing, "UPDATE audit SET what = ?, subject = '', data = NULL WHERE id = ?",
                            DB_ARGS(db_t(erased_word), db_i(strtoll(row, NULL, 10))));
    return status;
}

/* {row: hex} of every tombstone that a row of the audit has announced. */
static enum db_status load_erased(struct db *db, json_t **ret)
{
    json_t *rows = NULL, *row;
    size_t k;
    enum db_status status = db_rows(db, "check the audit", &rows,
                                    "SELECT data FROM audit WHERE what = '" DB_FORGOTTEN "' ORDER BY id", NULL, 0);

    if (status != DB_OK)
        return status;
    *ret = json_object();
    json_array_foreach(rows, k, row) {
        const char *text = json_string_value(json_object_get(row, "data"));
        json_t *data = text ? json_loads(text, 0, NULL) : NULL, *erased = json_object_get(data, "erased");

        if (!*ret || (erased && json_object_update(*ret, erased)))
            status = db_fail(db, DB_ERROR, "Ridge cannot check the audit: out of memory.");
        json_decref(data);
    }
    json_decref(rows);
    return status;
}

static bool is_tombstone(const struct row *row, const unsigned char hash[HASH], const json_t *erased)
{
    char hex[2 * HASH + 1], id[24];
    const char *want;

    snprintf(id, sizeof id, "%lld", (long long)row->id);
    sodium_bin2hex(hex, sizeof hex, hash, HASH);
    want = json_string_value(json_object_get(erased, id));
    return want && strcmp(want, hex) == 0 && row->text[1] && strcmp(row->text[1], erased_word) == 0 && row->n[2] == 0 &&
           !row->text[3];
}

/* ---- The check -------------------------------------------------------------------------- */

/* Does the statement's row follow the hash `before`? Then `before` becomes the row's own hash. */
static bool row_follows(sqlite3_stmt *st, int64_t want_id, unsigned char before[HASH], const json_t *erased)
{
    struct row row = {.id = sqlite3_column_int64(st, 0), .at = sqlite3_column_int64(st, 1)};
    unsigned char hash[HASH];
    const void *stored;
    bool good;

    for (int k = 0; k < 4; k++) {
        row.text[k] = (const char *)sqlite3_column_text(st, 2 + k);
        row.n[k] = (size_t)sqlite3_column_bytes(st, 2 + k); /* a NUL does not hide what follows */
    }
    stored = sqlite3_column_blob(st, 6);
    if (row.id != want_id || !stored || sqlite3_column_bytes(st, 6) != HASH)
        return false;
    hash_row(before, &row, hash);
    good = memcmp(stored, hash, HASH) == 0 || is_tombstone(&row, hash, erased);
    memcpy(before, stored, HASH);
    return good;
}

enum db_status db_audit_check(struct db *db, int64_t *ret_bad)
{
    unsigned char before[HASH] = {0};
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    json_t *erased = NULL;
    int64_t id = 0;
    bool whole = true;
    int rc;

    status = load_erased(db, &erased);
    if (status != DB_OK) {
        json_decref(erased);
        return status;
    }
    rc = db_prepare(db, "SELECT id, at, who, what, subject, data, hash FROM audit ORDER BY id", &st);

    if (rc == SQLITE_OK)
        while (whole && (rc = sqlite3_step(st)) == SQLITE_ROW)
            whole = row_follows(st, ++id, before, erased);
    if (!whole && sqlite3_errcode(db->sql) == SQLITE_NOMEM)
        rc = SQLITE_NOMEM; /* a column that could not be had is no broken row */
    if (rc != SQLITE_DONE && (whole || rc == SQLITE_NOMEM))
        status = db_fail_sql(db, rc, "check the audit");
    else
        *ret_bad = whole ? 0 : id;
    json_decref(erased);
    sqlite3_finalize(st);
    return status;
}

enum db_status db_audit_list(struct db *db, int limit, json_t **ret)
{
    return db_rows(db, "read the audit", ret,
                   "SELECT id, at, who, what, subject, data AS \"data:json\", hash FROM audit"
                   " ORDER BY id DESC LIMIT ?",
                   DB_ARGS(db_i(limit)));
}

enum db_status db_audit_of_submission(struct db *db, int64_t submission, json_t **ret)
{
    return db_rows(db, "read the audit", ret,
                   "SELECT id, at, who, what, subject, data AS \"data:json\", hash FROM audit"
                   " WHERE (subject = CAST(?1 AS TEXT) AND what >= 'submission' AND what < 'submissioo')"
                   "  OR (subject IN (SELECT CAST(id AS TEXT) FROM grading WHERE submission = ?1)"
                   "      AND what >= 'grading.' AND what < 'grading/')"
                   " ORDER BY id LIMIT 1000",
                   DB_ARGS(db_i(submission)));
}
