/*
 * transfer_file.c: a learner's facts as one file. Reading one is reading foreign input: nothing of
 * it is believed before its hash, its schema and every page have been checked.
 */
#include "transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 16, HEX = 2 * DB_HASH_BYTES + 1 };

static const int64_t most_bytes = (int64_t)4 << 30;

/* ---- Out -------------------------------------------------------------------------------- */

static int write_all(int fd, const unsigned char *p, size_t n)
{
    while (n) {
        ssize_t w = write(fd, p, n);

        if (w < 0 && errno == EINTR)
            continue;
        if (w <= 0)
            return -1;
        p += w;
        n -= (size_t)w;
    }
    return 0;
}

/* Copies `from`, from its present place to its end, into `to`, counting and hashing the bytes. 0, or an errno. */
static int copy_hashed(int from, int to, int64_t *bytes, unsigned char hash[DB_HASH_BYTES])
{
    static _Thread_local unsigned char block[BLOCK];
    crypto_generichash_state state;
    ssize_t n;

    crypto_generichash_init(&state, NULL, 0, DB_HASH_BYTES);
    *bytes = 0;
    while ((n = read(from, block, sizeof block)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 || write_all(to, block, (size_t)n))
            return errno ? errno : EIO;
        crypto_generichash_update(&state, block, (size_t)n);
        *bytes += n;
        if (*bytes > most_bytes)
            return EFBIG;
    }
    crypto_generichash_final(&state, hash, DB_HASH_BYTES);
    return 0;
}

static int write_head(int fd, int64_t bytes, const unsigned char hash[DB_HASH_BYTES])
{
    char head[TRANSFER_HEAD + 1], hex[HEX];
    int n;

    sodium_bin2hex(hex, sizeof hex, hash, DB_HASH_BYTES);
    n = snprintf(head, sizeof head, "ridge-data %d\nblake2b-256 %s\nbytes %lld\n", TRANSFER_VERSION,
                 hex, (long long)bytes);
    memset(head + n, '\n', TRANSFER_HEAD - (size_t)n);
    if (lseek(fd, 0, SEEK_SET) < 0 || write_all(fd, (const unsigned char *)head, TRANSFER_HEAD))
        return errno ? errno : EIO;
    return 0;
}

static int pack(const char *image, const char *tmp)
{
    unsigned char hash[DB_HASH_BYTES];
    int from = open(image, O_RDONLY | O_CLOEXEC), to = open(tmp, O_WRONLY | O_CLOEXEC), e = 0;
    int64_t bytes;

    if (from < 0 || to < 0 || lseek(to, TRANSFER_HEAD, SEEK_SET) < 0)
        e = errno;
    if (!e)
        e = copy_hashed(from, to, &bytes, hash);
    if (!e)
        e = write_head(to, bytes, hash);
    if (!e && fsync(to))
        e = errno;
    if (from >= 0)
        close(from);
    if (to >= 0 && close(to) && !e)
        e = errno;
    return e;
}

enum db_status transfer_pack(struct db *db, const char *image, const char *path)
{
    char tmp[PATH_MAX];
    int lock, e = db_make_temp(path, TRANSFER_PART, tmp, sizeof tmp, &lock);

    if (e)
        return db_fail_errno(db, e, "write", path);
    e = pack(image, tmp);
    if (!e)
        e = db_publish(tmp, path);
    db_drop_temp(tmp, lock);
    return e ? db_fail_errno(db, e, "write", path) : DB_OK;
}

/* ---- In: the file ----------------------------------------------------------------------- */

/* A sentence on what is wrong with the file, that nothing happened, and what to do. */
static enum db_status refuse(struct db *db, enum db_status status, const char *path, const char *how)
{
    return db_fail(db, status,
                   "%s %s. Nothing was imported. Write it anew with `ridge export-data` on the other "
                   "machine, and copy it again.",
                   path, how);
}

struct head {
    int64_t bytes;
    char hex[HEX];
};

static enum db_status read_head(struct db *db, int fd, const char *path, struct head *ret)
{
    char head[TRANSFER_HEAD + 1] = "";
    long long version = 0, bytes = 0;
    ssize_t n = read(fd, head, TRANSFER_HEAD);
    int end = 0;

    if (n < 0)
        return db_fail_errno(db, errno, "read", path);
    if (n >= 16 && memcmp(head, "SQLite format 3", 16) == 0)
        return db_fail(db, DB_FOREIGN,
                       "%s is a database, not a file of `ridge export-data`. Nothing was imported. If "
                       "it is a workbook: `ridge --db %s export-data FILE`, then import that file.",
                       path, path);
    if (sscanf(head, "ridge-data %9lld\n", &version) != 1 || version < 1)
        return refuse(db, DB_FOREIGN, path, "is not a file of `ridge export-data`");
    if (version > TRANSFER_VERSION)
        return db_fail(db, DB_NEWER,
                       "%s was written by a newer Ridge (form %lld; this one knows up to %d). Nothing "
                       "was imported. Update Ridge on this machine.",
                       path, version, TRANSFER_VERSION);
    if (n != TRANSFER_HEAD ||
        sscanf(head, "ridge-data 1\nblake2b-256 %64[0-9a-f]\nbytes %12lld\n%n", ret->hex, &bytes,
               &end) != 2 || !end || bytes < 1 || bytes > most_bytes)
        return refuse(db, DB_CORRUPT, path, "is damaged in its first lines");
    ret->bytes = bytes;
    return DB_OK;
}

static enum db_status copy_image(struct db *db, int fd, const char *path, const struct head *head,
                                 const char *image)
{
    unsigned char hash[DB_HASH_BYTES];
    char hex[HEX] = "";
    int64_t bytes = 0;
    int to = open(image, O_WRONLY | O_TRUNC | O_CLOEXEC), e = to < 0 ? errno : 0;

    if (!e)
        e = copy_hashed(fd, to, &bytes, hash);
    if (to >= 0 && close(to) && !e)
        e = errno;
    if (e)
        return db_fail_errno(db, e, "make a copy to be checked of", path);
    if (bytes < head->bytes)
        return refuse(db, DB_CORRUPT, path, "is cut off: the end is missing");
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    if (bytes != head->bytes || strcmp(hex, head->hex) != 0)
        return refuse(db, DB_CORRUPT, path, "does not match its checksum");
    return DB_OK;
}

enum db_status transfer_unpack(struct db *db, const char *path, const char *image)
{
    struct head head;
    struct stat st;
    enum db_status status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (fd < 0)
        return db_fail_errno(db, errno, "read", path);
    if (fstat(fd, &st) || !S_ISREG(st.st_mode))
        status = refuse(db, DB_FOREIGN, path, "is not a file");
    else if (st.st_size > most_bytes + TRANSFER_HEAD)
        status = refuse(db, DB_FOREIGN, path, "is larger than 4 GiB");
    else
        status = read_head(db, fd, path, &head);
    if (status == DB_OK)
        status = copy_image(db, fd, path, &head, image);
    close(fd);
    return status;
}

/* ---- In: the database ------------------------------------------------------------------- */

static const char objects[] =
    "SELECT type || '|' || name || '|' || tbl_name || '|' || ifnull(sql, '')"
    " FROM sqlite_schema ORDER BY 1";

/* Word for word the schema of a new workbook? */
static int same_schema(sqlite3 *sql, bool *ret)
{
    sqlite3 *own = NULL;
    sqlite3_stmt *a = NULL, *b = NULL;
    int x = SQLITE_ROW, y = SQLITE_ROW, rc = sqlite3_open(":memory:", &own);

    *ret = false;
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(own, db_schema_sql, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_prepare_v2(own, objects, -1, &a, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_prepare_v2(sql, objects, -1, &b, NULL);
    while (rc == SQLITE_OK && x == SQLITE_ROW && y == SQLITE_ROW) {
        x = sqlite3_step(a);
        y = sqlite3_step(b);
        if (x != y || (x == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(a, 0),
                                                 (const char *)sqlite3_column_text(b, 0)) != 0))
            break;
        *ret = x == SQLITE_DONE;
    }
    sqlite3_finalize(a);
    sqlite3_finalize(b);
    sqlite3_close(own);
    return rc;
}

/* Of an older version the texts are not known any more: plain tables, indexes and triggers only.
 * The triggers are never fired. */
static int plain_schema(sqlite3 *sql, bool *ret)
{
    int64_t odd = 0;
    int rc = db_pragma_int(sql,
                           "SELECT (SELECT count(*) FROM sqlite_schema WHERE type NOT IN"
                           " ('table', 'index', 'trigger') OR rootpage IS NULL"
                           " OR (type = 'table' AND rootpage = 0))"
                           " + (SELECT count(*) FROM sqlite_schema s, pragma_table_xinfo(s.name) x"
                           "  WHERE s.type = 'table' AND x.hidden <> 0)",
                           &odd);

    *ret = odd == 0;
    return rc;
}

static enum db_status upgrade(struct db *db, const char *path, const char *image)
{
    struct db old = { .path = (char *)image, .pid = db->pid, .learner = 1 };
    enum db_status status;
    int rc = sqlite3_open_v2(image, &old.sql, SQLITE_OPEN_READWRITE, NULL);

    if (rc == SQLITE_OK)
        rc = db_configure(old.sql);
    if (rc == SQLITE_OK)
        rc = sqlite3_db_config(old.sql, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    status = rc == SQLITE_OK ? db_migrate_copy(&old) : DB_CORRUPT;
    sqlite3_close(old.sql);
    if (status == DB_FULL)
        return db_fail(db, DB_FULL, "Ridge cannot import %s: %s", path, old.err);
    return status == DB_OK
               ? DB_OK
               : refuse(db, DB_CORRUPT, path, "is from an older Ridge, and can't be brought up to date");
}

static enum db_status look(struct db *db, sqlite3 *sql, const char *path, bool *older)
{
    int64_t id = 0, version = 0;
    bool good = false;
    char why[160], text[256];
    int rc = db_pragma_int(sql, "PRAGMA application_id", &id);

    if (rc == SQLITE_OK)
        rc = db_pragma_int(sql, "PRAGMA user_version", &version);
    if (rc == SQLITE_OK && id == DB_APPLICATION_ID && version > DB_VERSION)
        return db_fail(db, DB_NEWER,
                       "%s was written by a newer Ridge (schema %lld; this one knows up to %d). "
                       "Nothing was imported. Update Ridge on this machine.",
                       path, (long long)version, DB_VERSION);
    *older = version < DB_VERSION;
    if (rc == SQLITE_OK && id == DB_APPLICATION_ID && version >= 1)
        rc = *older ? plain_schema(sql, &good) : same_schema(sql, &good);
    if (rc == SQLITE_OK && !good)
        return refuse(db, DB_FOREIGN, path, "holds something other than a learner's workbook");
    if (rc == SQLITE_OK && db_sound(sql, true, why, sizeof why))
        return DB_OK;
    snprintf(text, sizeof text, "is damaged (%s)", rc == SQLITE_OK ? why : sqlite3_errstr(rc));
    return refuse(db, DB_CORRUPT, path, text);
}

enum db_status transfer_check(struct db *db, const char *path, const char *image)
{
    sqlite3 *sql = NULL;
    enum db_status status;
    bool older = false;
    int rc = sqlite3_open_v2(image, &sql, SQLITE_OPEN_READONLY, NULL);

    if (rc == SQLITE_OK)
        rc = db_configure(sql);
    status = rc == SQLITE_OK ? look(db, sql, path, &older)
                             : refuse(db, DB_CORRUPT, path, "is not an SQLite database inside");
    sqlite3_close(sql);
    return status == DB_OK && older ? upgrade(db, path, image) : status;
}
