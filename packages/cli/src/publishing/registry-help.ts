/**
 * Says which places a registry may be, for the help of commands; what opens one is loaded when there is one to open.
 */
export const registryHelp = 'a folder, oci://host/repository (oci+http:// without TLS), or redis://host:port';
