abi <abi/4.0>,
include <tunables/global>

# Where ordinary users may have no user namespaces (Ubuntu 23.10 and later), the sandboxes of Electron and of the browser that
# renders pages need them allowed by name.
profile "${executable}" "/opt/${sanitizedProductName}/${executable}" flags=(unconfined) {
  userns,
  include if exists <local/${executable}>
}

profile "${executable}-chromium" "/opt/${sanitizedProductName}/resources/chromium/{chromium,chrome-headless-shell}" flags=(unconfined) {
  userns,
  include if exists <local/${executable}>
}
