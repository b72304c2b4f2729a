/*
 * internal.h: what the files of db/ share, and the tests that look behind the curtain.
 *
 * Every statement goes through db_run(), db_rows() and their kin: SQL is always a constant, values
 * are always bound. Every write stands between db_write_begin() and db_write_end().
 */
#ifndef RIDGE_DB_INTERNAL_H
#define RIDGE_DB_INTERNAL_H

#include "db.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <sys/types.h>

enum {
    DB_VERSION = 15,                /* user_version of this schema */
    DB_APPLICATION_ID = 0x52696467, /* "Ridg" */
    DB_PAGE_BYTES = 4096,
    DB_BUSY_MS = 10000,
    DB_GENERATIONS = 5,
    DB_MAX_ROWS = 200000, /* of any one answer */
    DB_MAX_JSON_BYTES = 64 << 20,
};

struct stat;

struct db {
    sqlite3 *sql;
    char *path;
    pid_t pid;
    int64_t learner;
    int64_t clock;        /* pinned time, or 0 */
    int64_t data_version; /* as last seen by db_changed() */
    bool readonly;
    bool network;
    bool batch;     /* between db_begin() and db_commit() */
    bool unsettled; /* a transaction that could not be ended is still open */
    char user[256]; /* the user whom rows are by: db_user() */
    char err[DB_ERR_MAX];
    char notice[DB_ERR_MAX];
};

/* The schema and the steps to it, from the .sql files by embed.c. */
extern const char db_schema_sql[];
extern const char *const db_migrations[]; /* [v - 1] makes version v */

/* error.c */
__attribute__((format(printf, 3, 4))) enum db_status db_fail(struct db *db, enum db_status status,
                                                             const char *fmt, ...);
enum db_status db_fail_sql(struct db *db, int rc, const char *what);
enum db_status db_fail_errno(struct db *db, int e, const char *what, const char *path);
enum db_status db_fail_damaged(struct db *db, enum db_status status, const char *how);

/* statement.c */
struct db_arg {
    enum { DB_ARG_NULL, DB_ARG_INT, DB_ARG_REAL, DB_ARG_TEXT, DB_ARG_BLOB } kind;
    int64_t i;
    double d;
    const void *p;
    size_t n;
};

static inline struct db_arg db_i(int64_t i)
{
    return (struct db_arg){.kind = DB_ARG_INT, .i = i};
}

/* NaN is how this code says "no number": NULL. */
static inline struct db_arg db_d(double d)
{
    return d == d ? (struct db_arg){.kind = DB_ARG_REAL, .d = d} : (struct db_arg){0};
}

static inline struct db_arg db_t(const char *s)
{
    return s ? (struct db_arg){.kind = DB_ARG_TEXT, .p = s} : (struct db_arg){0};
}

static inline struct db_arg db_b(const void *p, size_t n)
{
    return (struct db_arg){.kind = DB_ARG_BLOB, .p = p, .n = n};
}

/* The argument list of the functions below: DB_ARGS(db_t(lab), db_i(limit)). */
#define DB_ARGS(...)                                                                               \
    (const struct db_arg[]){__VA_ARGS__},                                                          \
        sizeof((const struct db_arg[]){__VA_ARGS__}) / sizeof(struct db_arg)

/* Columns of a submission b with DB_CLOCK: when it came in, as a person said it or else its row, and the mark that
 * holds until then. */
#define DB_RECEIVED "ifnull(c.received, b.received) AS received, nullif(c.says, 'at') AS mark"
#define DB_CLOCK                                                                                   \
    " LEFT JOIN submission_clock c ON c.submission = b.id AND c.says ="                            \
    " (SELECT min(x.says) FROM submission_clock x WHERE x.submission = b.id)"

int db_prepare(struct db *db, const char *sql, sqlite3_stmt **ret);
int db_bind(sqlite3_stmt *st, const struct db_arg *args, size_t n);

/* `what` completes "can't … in FILE". */
enum db_status db_run(struct db *db, const char *what, const char *sql, const struct db_arg *args,
                      size_t n);
enum db_status db_step(struct db *db, const char *what, sqlite3_stmt *st, const struct db_arg *args,
                       size_t n); /* runs and resets it */
enum db_status db_int(struct db *db, const char *what, int64_t *ret, const char *sql,
                      const struct db_arg *args, size_t n); /* DB_NOTFOUND: no row */

/* Rows as objects, keyed by column name. "x:json" is parsed, "x:bool" is true or false, a blob
 * becomes hex. db_row(): the first row, or DB_NOTFOUND. */
enum db_status db_rows(struct db *db, const char *what, json_t **ret, const char *sql,
                       const struct db_arg *args, size_t n);
enum db_status db_row(struct db *db, const char *what, json_t **ret, const char *sql,
                      const struct db_arg *args, size_t n);

enum db_status db_write_begin(struct db *db, const char *what);
enum db_status db_write_end(struct db *db, const char *what, enum db_status status);
enum db_status db_write(struct db *db, const char *what, const char *sql, const struct db_arg *args,
                        size_t n);                             /* a transaction of one statement */
enum db_status db_read_begin(struct db *db, const char *what); /* several reads, one snapshot */
void db_read_end(struct db *db);

json_t *db_text_json(const char *text, size_t n); /* what is not UTF-8 comes out as '?' */
enum db_status db_dump_json(struct db *db, const char *what, const json_t *json, char **ret);
int64_t db_now(const struct db *db);

/* locate.c */
bool db_network_fs(long f_type);
char *db_absolute(const char *path);
bool db_has_bytes(const char *path, const char *suffix); /* PATH + suffix is there and not empty */
enum db_status db_locate(struct db *db, unsigned flags, struct stat *st); /* sets path, network */

/* open.c */
int db_configure(sqlite3 *sql); /* every connection, before anything else */
int db_uri(const char *path, const char *query, char *out, size_t size);

/* temp.c */
/* A new empty file (0600) beside `path`, named PATH + tag + eight hex digits, ours until db_drop_temp(). 0, or an
 * errno. */
int db_make_temp(const char *path, const char *tag, char *out, size_t size, int *ret_lock);
void db_drop_temp(const char *path, int lock); /* with SQLite's files beside it; nothing when the lock is -1 */
/* Takes away, of those in `dir` whose names hold `part`, what nobody makes any more. */
void db_sweep(const char *dir, const char *part);
void db_sweep_beside(const char *path, const char *part);

/* create.c */
int db_publish(const char *tmp, const char *path);
enum db_status db_create(struct db *db);
enum db_status db_create_schema(struct db *db);

/* migrate.c */
enum db_status db_migrate(struct db *db);
enum db_status db_migrate_copy(struct db *db); /* of a file that nobody else has: no backup */

/* backup.c */
/* `tag` names the kind of generation; five of each stay. The caller holds the write lock. */
enum db_status db_backup_before(struct db *db, int version, const char *tag, char *ret, size_t size);

/* generations.c */
enum { DB_BACKUPS = 64, DB_BACKUP_NAME = 64 };
size_t db_generations(const char *dir, char names[DB_BACKUPS][DB_BACKUP_NAME]);

/* connection.c */
int db_pragma_int(sqlite3 *sql, const char *pragma, int64_t *ret);
bool db_sound(sqlite3 *sql, bool whole, char *why, size_t size);

/* files.c */
enum { DB_HASH_BYTES = 32 };
bool db_good_name(const char *name); /* relative, and never out of its folder */
void db_hash(const void *data, size_t size, unsigned char out[DB_HASH_BYTES]);
enum db_status db_files_check(struct db *db, const char *what, const struct db_file *files,
                              size_t n, const struct db_file **sorted); /* DB_MAX_FILES of them */
void db_files_hash(const struct db_file *const *sorted, size_t n, unsigned char out[DB_HASH_BYTES]);
enum db_status db_files_store(struct db *db, const char *what, const char *sql, int64_t owner,
                              const struct db_file *const *files, size_t n);
enum db_status db_files_read(struct db *db, const char *whose, const char *sql, int64_t owner,
                             struct db_file **ret, size_t *ret_n);

/* audit.c: one more row, in the transaction that is open. `data` is borrowed, or NULL. */
enum db_status db_audit_add(struct db *db, const char *who, const char *what, const char *subject,
                            const json_t *data);
/* The audit's word for "a student was forgotten", and its rows about student `id` with that key as tombstones: their
 * texts gone, their places and hashes as they were; `erased` gets {row: hex}, which that word's row has to tell. */
#define DB_FORGOTTEN "student.forgotten"
enum db_status db_audit_erase(struct db *db, int64_t id, const char *key, json_t *erased);
const char *db_user_name(char *out, size_t size); /* the user who runs this, by name or else by number */
const char *db_user(struct db *db); /* as db_set_user() said it, or else db_user_name() */

/* check_class.c: the first broken row of the audit (0: none), and how many rows differ from it */
enum db_status db_check_class(struct db *db, int64_t *ret_bad_audit, int64_t *ret_differ);

/* history.c: of `attempt a`, as db_attempts() tells it */
#define DB_ATTEMPT_COLUMNS                                                                         \
    "a.id, a.lab, a.lab_rev AS rev, a.backend, a.impl, a.verb, a.started, a.duration_ms,"          \
    " a.status, a.points, a.max, a.stage, a.watch AS \"watch:bool\", a.sandbox,"                   \
    " a.source_hash AS source"

/* Was the attempt `a` started after the lab's solution had been opened? A run that was under way then was written
 * before. */
#define DB_AFTER_SOLUTION                                                                          \
    "EXISTS (SELECT 1 FROM reveal r WHERE r.learner = a.learner AND r.lab = a.lab"                 \
    " AND r.at <= a.started) AS \"after_solution:bool\""

/* merge.c: on the connection that transfer.c makes */
enum db_status db_merge(struct db *db, bool src);
enum db_status db_merge_brought(struct db *db, json_t **ret); /* counts, by kind: what is new to `book` */
enum db_status db_merge_adopt(struct db *db);                 /* the union takes the place of `book` */
enum db_status db_merge_inspect(struct db *db, const char **ret_what); /* NULL: nothing is wrong */

/* report.c */
enum db_status db_report_store(struct db *db, int64_t attempt, const json_t *report);

#endif
