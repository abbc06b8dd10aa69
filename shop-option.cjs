// `--shop FOLDER` of every command: the same as SHOP_DIR=FOLDER.
const at = process.argv.findIndex((arg) => arg === '--shop' || arg.startsWith('--shop='));
if (at > 0) {
  const [option, next] = process.argv.slice(at, at + 2);
  const folder = option === '--shop' ? next : option.slice('--shop='.length);
  if (!folder || folder.startsWith('-')) {
    console.error('--shop needs the folder of a shop, such as --shop shop-samples/studio.');
    process.exit(1);
  }
  process.argv.splice(at, option === '--shop' ? 2 : 1);
  process.env.SHOP_DIR = folder;
}
