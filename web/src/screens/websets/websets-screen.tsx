export function WebsetsScreen() {
  return <h1>Websets</h1>
}
