/*
 * cache.h: a folder of build results, so that none is made twice. A file's name is the hash of all that the file was
 * made from. Files come into the folder by rename, so two builds at once do each other no harm.
 */
#ifndef BUILD_CACHE_H
#define BUILD_CACHE_H

void hash_file(const char *path, char hex[33]); /* the hash of nothing where the file cannot be read */
void hash_tree_of(const char *dir, char hex[33]); /* of the names and the bytes of all files below */

int cache_keep(const char *from, const char *to, int mode); /* 0: `to` is there, and whole */
void cache_touch(const char *path); /* the file was used: cache_prune() takes others first */
void cache_prune(const char *dir); /* the oldest go when the folder has grown too large */

#endif
