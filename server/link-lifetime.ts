/** How long a presigned link works where neither the request nor a setting says otherwise, in seconds. */
export const LINK_SECONDS_DEFAULT = 3600;
/** How long any presigned link may work: as long as those of object storage (SigV4), seven days. */
export const LINK_SECONDS_MAX = 7 * 86_400;
