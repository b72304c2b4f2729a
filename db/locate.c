/*
 * locate.c: from a path to a file that may be a workbook, before SQLite gets to see it.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

bool db_network_fs(long f_type)
{
    static const unsigned remote[] = {
        0x00006969, /* NFS */
        0x0000517b, /* SMB */
        0xff534d42, /* CIFS */
        0xfe534d42, /* SMB 2 and 3 */
        0x5346414f, /* AFS */
        0x6b414653, /* kAFS */
        0x73757245, /* Coda */
        0x0000564c, /* NCP */
        0x01021997, /* 9p: containers, WSL */
        0x65735546, /* FUSE: sshfs and others; some are local, none is known to be */
        0x786f4256, /* VirtualBox shared folder */
        0x0bd00bd0, /* Lustre */
        0x47504653, /* GPFS */
        0x19830326, /* BeeGFS */
        0x00c36400, /* Ceph */
        0x7461636f, /* OCFS2 */
        0x01161970, /* GFS2 */
        0x20030528, /* PVFS2, OrangeFS */
        0xaad7aaea, /* PanFS */
    };

    for (size_t k = 0; k < sizeof remote / sizeof *remote; k++)
        if (remote[k] == (unsigned)f_type)
            return true;
    return false;
}

/* Relative paths are pinned now: the program may change its directory later. */
char *db_absolute(const char *path)
{
    char cwd[PATH_MAX], *out;
    size_t n;

    if (*path == '/')
        return strdup(path);
    if (!getcwd(cwd, sizeof cwd))
        return NULL;
    n = strlen(cwd) + strlen(path) + 2;
    out = malloc(n);
    if (out)
        snprintf(out, n, "%s/%s", cwd, path);
    return out;
}

bool db_has_bytes(const char *path, const char *suffix)
{
    char other[PATH_MAX];
    struct stat st;

    snprintf(other, sizeof other, "%s%s", path, suffix);
    return stat(other, &st) == 0 && st.st_size > 0;
}

/* The file that the path leads to, which is made where it is missing and `flags` allow. */
static enum db_status find_file(struct db *db, unsigned flags, struct stat *st)
{
    const char *path = db->path;
    enum db_status status;

    if (stat(path, st) == 0)
        return DB_OK;
    if (errno != ENOENT)
        return db_fail_errno(db, errno, "open", path);
    if (lstat(path, st) == 0)
        return db_fail(db, DB_NOTFOUND,
                       "%s is a symbolic link to a file that is not there. Mount or restore what "
                       "it points to, or remove the link.",
                       path);
    if (!(flags & DB_CREATE) || (flags & DB_RDONLY))
        return db_fail(db, DB_NOTFOUND,
                       "There is no workbook at %s. Name the file with --db, or its folder with --home.", path);
    status = db_create(db);
    if (status == DB_OK && stat(path, st))
        status = db_fail_errno(db, errno, "open", path);
    return status;
}

/* From here on the path is the file's own: journals and backups lie beside it, not beside a link.
 */
static enum db_status resolve(struct db *db, unsigned flags)
{
    char real[PATH_MAX], *copy;
    struct statfs fs;

    if (!realpath(db->path, real))
        return db_fail_errno(db, errno, "open", db->path);
    copy = strdup(real);
    if (!copy)
        return db_fail_errno(db, ENOMEM, "open", db->path);
    free(db->path);
    db->path = copy;
    db->network = flags & DB_ROLLBACK || (statfs(real, &fs) == 0 && db_network_fs((long)fs.f_type));
    return DB_OK;
}

/* Refuses what no workbook can be. */
static enum db_status look_at_file(struct db *db, const struct stat *st)
{
    if (st->st_size == 0)
        return db_fail_damaged(db, DB_CORRUPT,
                               "is empty, which a workbook never is (a full disk or an interrupted "
                               "copy leaves that)");
    /* SQLite reads the missing rest of a page as zeros. While a journal is there, it may be
     * another process that is writing just now. */
    if (st->st_size % DB_PAGE_BYTES && !db_has_bytes(db->path, "-wal") &&
        !db_has_bytes(db->path, "-journal"))
        return db_fail_damaged(db, DB_CORRUPT, "is damaged: it is cut off in the middle of a page");
    return DB_OK;
}

enum db_status db_locate(struct db *db, unsigned flags, struct stat *st)
{
    enum db_status status = find_file(db, flags, st);

    if (status == DB_OK && !S_ISREG(st->st_mode))
        status = db_fail(db, DB_FOREIGN,
                         "%s is not a regular file, so it can't be a workbook. Name a file with "
                         "--db.",
                         db->path);
    if (status == DB_OK)
        status = resolve(db, flags);
    return status == DB_OK ? look_at_file(db, st) : status;
}
