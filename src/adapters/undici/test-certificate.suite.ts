/**
 * A certificate for secure.example.org and 127.0.0.1, signed by itself, for servers on loopback in tests. The key is
 * public and opens nothing.
 */
export const testCertificate: string = `-----BEGIN CERTIFICATE-----
MIIBqTCCAU6gAwIBAgIUILf1wXuxdAXPq7kCDV3pIzSIGL4wCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLV2lubm93IHRlc3QwIBcNMjYxMTE1MDQzNzM5WhgPMjEyNjEw
MjIwNDM3MzlaMBYxFDASBgNVBAMMC1dpbm5vdyB0ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE4g3w2kIETC7SBw6WUrlWvzec0oIasaUOcEPQOVaSMWejxlNY
oL+BQovbWjlCqS/gtmsr2yMIqRqxiXyPogNLuaN4MHYwHQYDVR0OBBYEFDjcXtol
j7tFUu6hb9+sj6VqsjvuMB8GA1UdIwQYMBaAFDjcXtolj7tFUu6hb9+sj6Vqsjvu
MA8GA1UdEwEB/wQFMAMBAf8wIwYDVR0RBBwwGoISc2VjdXJlLmV4YW1wbGUub3Jn
hwR/AAABMAoGCCqGSM49BAMCA0kAMEYCIQDfUuTKS/+F2eHuj3gYCcx9Cl5lzWOk
RQpjUJqJdykSewIhAPqMtnQ3vWOhGb67flLutp70g8L/Y7rfAUvypauWSGkq
-----END CERTIFICATE-----`

export const testKey: string = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcbsQZJtBlwXD2u3F
ujPFxPN1gSwRo+51zB1k/yu0GXihRANCAATiDfDaQgRMLtIHDpZSuVa/N5zSghqx
pQ5wQ9A5VpIxZ6PGU1igv4FCi9taOUKpL+C2ayvbIwipGrGJfI+iA0u5
-----END PRIVATE KEY-----`
