/* util.c: text, files, folders and hashes for every room. */
#define _GNU_SOURCE
#include "util.h"
#include "memory.h"
#include "clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int text_reserve(struct text *t, size_t extra)
{
    if (t->len + extra + 1 <= t->room)
        return 0;
    size_t room = t->room ? t->room * 2 : 256;
    while (room < t->len + extra + 1)
        room *= 2;
    char *s = realloc(t->s, room);
    if (!s)
        return -1;
    t->s = s;
    t->room = room;
    return 0;
}

void text_add(struct text *t, const char *bytes, size_t n)
{
    if (t->cap && t->len + n > t->cap) {
        size_t fits = t->cap > t->len ? t->cap - t->len : 0;
        t->dropped += n - fits;
        n = fits;
    }
    if (text_reserve(t, n)) {
        t->dropped += n;
        return;
    }
    memcpy(t->s + t->len, bytes, n);
    t->len += n;
    t->s[t->len] = 0;
}

void text_addf(struct text *t, const char *fmt, ...)
{
    char *s = NULL;
    va_list ap;
    va_start(ap, fmt);
    int n = vasprintf(&s, fmt, ap);
    va_end(ap);
    if (n < 0)
        return;
    text_add(t, s, (size_t)n);
    free(s);
}

const char *text_str(const struct text *t)
{
    return t->s ? t->s : "";
}

void text_finish(struct text *t)
{
    free(t->s);
    *t = (struct text){ .cap = t->cap };
}

void text_add_markup(struct text *t, const char *bytes, size_t n)
{
    char *clean = util_clean(bytes, n, 0);
    for (const char *p = clean; clean && *p; p++) {
        const char *as = *p == '<'   ? "&lt;"
                         : *p == '>' ? "&gt;"
                         : *p == '&' ? "&amp;"
                         : *p == '"' ? "&quot;"
                                     : NULL;
        text_add(t, as ? as : p, as ? strlen(as) : 1);
    }
    free(clean);
}

char *util_read_bytes(const char *path, size_t max, size_t *ret_len, struct err *e)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        err_set(e, "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct stat st;
    if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
        err_set(e, "%s is not a regular file.", path);
        close(fd);
        return NULL;
    }
    if ((uint64_t)st.st_size > max) {
        err_set(e, "%s has %lld bytes, and at most %zu are accepted.", path,
                (long long)st.st_size, max);
        close(fd);
        return NULL;
    }
    size_t room = (size_t)st.st_size, len = 0;
    char *s = malloc(room + 1);
    while (s && len < room) {
        ssize_t n = read(fd, s + len, room - len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        len += (size_t)n;
    }
    close(fd);
    if (!s) {
        err_set(e, "There is no memory left to read %s.", path);
        return NULL;
    }
    s[len] = 0;
    *ret_len = len;
    return s;
}

char *util_read_file(const char *path, size_t max, struct err *e)
{
    size_t len;
    return util_read_bytes(path, max, &len, e);
}

char *util_read_kernel(int dir, const char *path)
{
    struct text t = { .cap = 1 << 20 };
    char buf[4096];
    ssize_t n;
    int fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    while ((n = read(fd, buf, sizeof buf)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            text_add(&t, buf, (size_t)n);
    close(fd);
    char *s = n < 0 ? NULL : strdup(text_str(&t));
    text_finish(&t);
    return s;
}

int util_write_file(const char *path, const char *bytes, size_t n, struct err *e)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0)
        return err_set(e, "%s: %s", path, strerror(errno));
    for (size_t done = 0; done < n;) {
        ssize_t k = write(fd, bytes + done, n - done);
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0) {
            err_set(e, "%s: %s", path, strerror(errno));
            close(fd);
            return -1;
        }
        done += (size_t)k;
    }
    if (close(fd))
        return err_set(e, "%s: %s", path, strerror(errno));
    return 0;
}

static int sync_path(const char *path, struct err *e)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC),
        rc = fd < 0 || fsync(fd) ? err_set(e, "%s: %s", path, strerror(errno)) : 0;
    if (fd >= 0)
        close(fd);
    return rc;
}

int util_write_whole(const char *path, const char *bytes, size_t n, struct err *e)
{
    char *tmp = util_path("%s.%ld.tmp", path, (long)getpid()), *dir = util_path("%s", path), *slash = strrchr(dir, '/');
    int rc = util_write_file(tmp, bytes, n, e) || sync_path(tmp, e) ? -1 : 0;
    if (!rc && rename(tmp, path))
        rc = err_set(e, "%s: %s", path, strerror(errno));
    if (rc)
        unlink(tmp);
    if (slash)
        *slash = 0;
    rc = rc ? rc : sync_path(slash ? dir : ".", e);
    free(dir);
    free(tmp);
    return rc;
}

/* Beside its place first, then there in one step: another run may be looking for it, or the disk be full. */
int util_copy_file(const char *from, const char *to, struct err *e)
{
    size_t len;
    char *s = util_read_bytes(from, 64u << 20, &len, e);
    if (!s)
        return -1;
    char *tmp = util_path("%s.%ld", to, (long)getpid());
    int rc = util_write_file(tmp, s, len, e);
    if (!rc && rename(tmp, to))
        rc = err_set(e, "%s: %s", to, strerror(errno));
    if (rc)
        unlink(tmp);
    free(tmp);
    free(s);
    return rc;
}

int util_mkdirs(const char *path, struct err *e)
{
    char *p = util_path("%s", path);
    for (char *q = p + 1; *q; q++) {
        if (*q != '/')
            continue;
        *q = 0;
        mkdir(p, 0700);
        *q = '/';
    }
    int rc = mkdir(p, 0700);
    if (rc && errno == EEXIST)
        rc = 0;
    if (rc)
        err_set(e, "%s: %s", path, strerror(errno));
    free(p);
    return rc;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *f)
{
    (void)st;
    (void)flag;
    (void)f;
    remove(path); /* what cannot be removed must not keep the rest */
    return 0;
}

int util_is_empty_folder(const char *path)
{
    DIR *d = opendir(path);
    int n = 0;
    if (!d)
        return 0;
    for (const struct dirent *e; (e = readdir(d));)
        n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
    closedir(d);
    return !n;
}

int util_remove_tree(const char *path)
{
    return nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) || !access(path, F_OK) ? -1 : 0;
}

char *util_path(const char *fmt, ...)
{
    char *s = NULL;
    va_list ap;
    va_start(ap, fmt);
    if (vasprintf(&s, fmt, ap) < 0)
        memory_end();
    va_end(ap);
    return s;
}

char *util_below(const char *root, const char *path)
{
    return *path == '/' ? util_path("%s", path) : util_path("%s/%s", root, path);
}

void util_host(char ret[HOST_NAME])
{
    char name[HOST_NAME] = "";
    if (gethostname(name, sizeof name - 1) || !*name)
        strcpy(name, "unnamed");
    memcpy(ret, name, sizeof name);
    ret[HOST_NAME - 1] = 0;
    for (char *p = ret; *p; p++)
        if (!strchr(HOST_LETTERS, *p))
            *p = '_';
}

void util_cpu(char *ret, size_t n)
{
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "re");
    snprintf(ret, n, "unknown CPU");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "model name", 10) && strchr(line, ':')) {
            snprintf(ret, n, "%.*s", (int)strcspn(strchr(line, ':') + 2, "\n"), strchr(line, ':') + 2);
            break;
        }
    if (f)
        fclose(f);
}

double util_now(void)
{
    return clock_seconds(CLOCK_MONOTONIC_RAW);
}

uint64_t util_mix(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    for (size_t k = 0; k < n; k++)
        h = (h ^ at[k]) * 0x100000001b3u;
    return h;
}

int util_random(void *buf, size_t n)
{
    return getrandom(buf, n, 0) == (ssize_t)n ? 0 : -1;
}

void util_hash(char hex[33], const char *first, ...)
{
    crypto_generichash_state st;
    unsigned char out[16];
    crypto_generichash_init(&st, NULL, 0, sizeof out);
    va_list ap;
    va_start(ap, first);
    for (const char *s = first; s; s = va_arg(ap, const char *))
        /* the NUL goes in too, so that ("ab","c") and ("a","bc") differ */
        crypto_generichash_update(&st, (const unsigned char *)s, strlen(s) + 1);
    va_end(ap);
    crypto_generichash_final(&st, out, sizeof out);
    sodium_bin2hex(hex, 33, out, sizeof out);
}

int util_sha256(int fd, char hex[65])
{
    crypto_hash_sha256_state st;
    unsigned char buf[1 << 16], sum[crypto_hash_sha256_BYTES];
    ssize_t k;
    crypto_hash_sha256_init(&st);
    for (off_t at = 0; (k = pread(fd, buf, sizeof buf, at)) > 0; at += k)
        crypto_hash_sha256_update(&st, buf, (unsigned long long)k);
    crypto_hash_sha256_final(&st, sum);
    sodium_bin2hex(hex, 65, sum, sizeof sum);
    return k < 0 ? -1 : 0;
}

/* Length of a well-formed UTF-8 sequence at s, 0 when there is none; *cp gets the code point. */
static size_t utf8_len(const unsigned char *s, size_t n, uint32_t *cp)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t len = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
               : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
    if (!len || len > n)
        return 0;
    uint32_t c = len == 1 ? s[0] : s[0] & (0x7f >> len);
    for (size_t k = 1; k < len; k++) {
        if ((s[k] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (s[k] & 0x3f);
    }
    if (c < least[len] || (c >= 0xd800 && c < 0xe000) || c > 0x10ffff)
        return 0;
    *cp = c;
    return len;
}

static int is_trick(uint32_t c)
{
    return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0) ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
           c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) || c == 0xfffe || c == 0xffff ||
           (c >= 0xe0000 && c <= 0xe0fff);
}

/* Length of ESC[…m, or of ESC[K (which compilers add and nobody needs: *drop). */
static size_t sgr_len(const char *s, size_t n, int *drop)
{
    size_t k = 2;
    if (n < 3 || s[0] != 27 || s[1] != '[')
        return 0;
    while (k < n && k < 24 && ((s[k] >= '0' && s[k] <= '9') || s[k] == ';'))
        k++;
    if (k == n || (s[k] != 'm' && s[k] != 'K'))
        return 0;
    *drop = s[k] == 'K';
    return k + 1;
}

char *util_clean(const char *bytes, size_t n, int colour)
{
    struct text t = { 0 };
    for (size_t k = 0; k < n;) {
        uint32_t c = 0;
        int drop = 0;
        size_t esc = sgr_len(bytes + k, n - k, &drop);
        size_t len = utf8_len((const unsigned char *)bytes + k, n - k, &c);
        if (esc && (colour || drop)) {
            if (!drop)
                text_add(&t, bytes + k, esc);
            k += esc;
        } else if (len && !is_trick(c)) {
            text_add(&t, bytes + k, len);
            k += len;
        } else if (bytes[k] == '\r') {
            k++;
        } else {
            text_addf(&t, "\\x%02x", (unsigned char)bytes[k]);
            k++;
        }
    }
    return t.s ? t.s : strdup("");
}
